import { world } from "../world";

/** How a host of the simulated internet answers. */
export type Host = (request: Request) => Promise<Response> | Response;

const hosts = new WeakMap<object, Map<string, Host>>();

/** Has a host answer requests in this world. */
export function serveHost(host: string, answer: Host): void {
  const known = hosts.get(world()) ?? new Map<string, Host>();
  hosts.set(world(), known.set(host, answer));
}

/** A header that the simulation adds: when a request was sent. */
export const SENT_AT = "x-simulated-at";

const broken = () => new TypeError("fetch failed");

/** The global fetch: asks a host of the simulated internet. A request may fail before it arrives, or its answer may be lost. */
export async function request(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { signal, ...rest } = init;
  const asked = new Request(input, rest);
  asked.headers.set(SENT_AT, String(world().now));
  const host = hosts.get(world())?.get(new URL(asked.url).host);
  if (!host) throw broken();
  const answered = world().call(`fetch ${asked.method} ${asked.url}`, async () => host(asked), broken);
  if (!signal) return answered;
  const aborted = Promise.withResolvers<never>();
  if (signal.aborted) throw signal.reason;
  signal.addEventListener("abort", () => aborted.reject(signal.reason));
  return Promise.race([answered, aborted.promise]);
}
