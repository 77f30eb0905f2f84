declare const htm: {
  bind<T>(h: (...all: any[]) => T): (strings: TemplateStringsArray, ...values: unknown[]) => T;
};
export default htm;
