import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { readSubscribed, setStopped } from "./digest-repo";
import { readSubscription } from "./unsubscribe-link";

type LinkEnv = Pick<Bindings, "DB" | "AUTH_SECRET">;

/** What a link is about, which it leaves as it is; null as with {@link stopDigest}. */
export async function subscribedOfLink(
  env: LinkEnv,
  query: URLSearchParams,
): Promise<{ domain: string; isStopped: boolean } | null> {
  const subscription = env.AUTH_SECRET ? await readSubscription(env.AUTH_SECRET, query) : null;
  return subscription && readSubscribed(openDb(env.DB), subscription);
}

/**
 * Ends a reader's mails about a domain, or lets them begin again. Returns the domain; null if the link is not ours, or if there is
 * nothing to end.
 */
export async function stopDigest(
  env: LinkEnv,
  query: URLSearchParams,
  again: boolean,
  now: number,
): Promise<string | null> {
  const subscription = env.AUTH_SECRET ? await readSubscription(env.AUTH_SECRET, query) : null;
  return subscription && setStopped(openDb(env.DB), subscription, again ? null : now);
}
