/** Where the server is on its host: "" at its root, "/games" when a proxy serves it under that path. */
export const root = rootOf(globalThis.location?.pathname ?? "/");

/** The pages are ROOT/ and ROOT/table/ID, so each knows the root from its own address. */
export function rootOf(pathname: string): string {
  return pathname.replace(/\/(table\/[^/]+)?$/, "");
}
