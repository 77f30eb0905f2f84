type Clean = void | (() => void);
export function useEffect(run: () => Clean, inputs?: readonly unknown[]): void;
export function useLayoutEffect(run: () => Clean, inputs?: readonly unknown[]): void;
export function useRef<T>(value: T): { current: T };
export function useState<T>(value: T): [T, (next: T | ((old: T) => T)) => void];
