/** What the test plugin uses itself: it exports no types. */
declare module "cloudflare:test-internal" {
  export function runInRunnerObject<T>(callback: () => T | Promise<T>): Promise<T>;
}
