import type { Bindings } from "../../env";
import { serverName } from "../../lib/hosts/server-name";
import { SECOND_MS } from "../../lib/time/time";
import type { ThrottleRule } from "../core/attempt-throttle";
import { VERIFY_ACCOUNT_RULE, VERIFY_HOST_RULE, VERIFY_PAIR_RULE } from "../core/throttle-rules";
import { rateLimitError } from "./limit-rate";
import { takeAttempts } from "./throttle-sign-in";

/**
 * Counts a verification attempt against the account, the domain and the servers of these hosts, which may be somebody
 * else's. It counts as failed until the returned function gives it back.
 * @throws ApiError `rate_limited`.
 */
export async function throttleVerify(
  env: Pick<Bindings, "RATE_LIMITER">,
  accountId: string,
  domain: string,
  hosts: readonly string[],
): Promise<() => Promise<void>> {
  const { waitMs, stubs } = await takeAttempts(env, [
    [`verify:${accountId}:${domain}`, VERIFY_PAIR_RULE],
    [`verify:${accountId}`, VERIFY_ACCOUNT_RULE],
    ...[...new Set(hosts.map(serverName))].map((name): [string, ThrottleRule] => [
      `verify:host:${name}`,
      VERIFY_HOST_RULE,
    ]),
  ]);
  if (waitMs > 0) throw rateLimitError("Too many verifications have failed", Math.ceil(waitMs / SECOND_MS));
  return async () => void (await Promise.all(stubs.map((stub) => stub.giveBackAttempt())));
}
