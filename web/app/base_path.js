// The path below which the server is reached, such as "/games" behind a reverse proxy; "" without
// one. Addresses in the client are written without it: links get it in shared/ui.js, the router
// adds and removes it, everything else asks here.

/** @type {string} */
export const BASE_PATH = globalThis.document?.documentElement.getAttribute("data-base") ?? "";

/** Add the base path to an address of this server: "/api/rooms". @param {string} address */
export const addBasePath = (address) => BASE_PATH + address;

/** Remove the base path from the path of the page. @param {string} pathname */
export const removeBasePath = (pathname) =>
  BASE_PATH && (pathname === BASE_PATH || pathname.startsWith(`${BASE_PATH}/`))
    ? pathname.slice(BASE_PATH.length) || "/"
    : pathname;

/** Return an address to hand out: "https://example.org/room/ABCDE". @param {string} address */
export const makeFullAddress = (address) => location.origin + addBasePath(address);
