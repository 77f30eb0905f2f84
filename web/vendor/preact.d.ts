// As much of the types as this page needs, so that checks do not read the library's own code.
export type Node = unknown;
export function h(type: unknown, props: unknown, ...children: unknown[]): Node;
export function render(node: Node, into: Element): void;
export const Fragment: unknown;
