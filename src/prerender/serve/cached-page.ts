import type { Bindings } from "../../env";
import { withDeadline } from "../../lib/time/deadline";
import { SECOND_MS } from "../../lib/time/time";
import { HeldLeases } from "../core/read-lease";
import type { SnapshotEntry } from "../core/snapshot";
import { directVisits } from "./direct-visits";
import type { PageAnswer, CacheLookup } from "./page-request";
import { queueRefresh } from "../invalidate/queue-renders";
import { indexOf } from "../cache/index-of";
import { respondWith, type FoundSnapshot } from "./respond-with";
import type { SnapshotHit } from "../cache/snapshot-index.do";
import { readServedBody } from "../cache/read-served-body";

/** An index that does not respond within this time counts as down. */
const INDEX_TIMEOUT_MS = 5 * SECOND_MS;

/** The leases of this isolate. Their bodies are in the store's memory. */
const leases = new HeldLeases();

const pageOf = ({ site, key }: CacheLookup) => `${site.domainId} ${key}`;

/** The snapshot that this isolate may serve without asking the index, which therefore does not count the visit. */
export async function leasedPage(env: Bindings, lookup: CacheLookup): Promise<PageAnswer> {
  const entry = leases.entryOf(pageOf(lookup), lookup.ttlHours, Date.now());
  const found = entry && (await readFound(env, lookup, { entry, state: "hit" }));
  if (!found) return null;
  const answer = await respondWith(lookup, found);
  if (answer === "origin") return answer;
  const { visit, defer } = lookup;
  const { status, renderMs } = found.entry;
  // Not earlier, because a visit that another answerer serves in the end is counted there.
  if (visit) directVisits.addEqual(env, { ...visit, status, renderMs }, defer);
  return answer;
}

/** The snapshot that the domain's index says is current. @throws when the index does not respond. */
export async function indexedPage(env: Bindings, lookup: CacheLookup): Promise<PageAnswer> {
  const { site, key, defer } = lookup;
  const now = Date.now();
  const hit = await askIndex(env, lookup, now);
  const found = hit && (await readFound(env, lookup, hit));
  if (!found) return null;
  if (hit.refresh) defer(queueRefresh(env, site.domainId, key, now));
  return respondWith(lookup, found);
}

/** `now`: read before the index is asked, because a lease starts then. */
async function askIndex(env: Bindings, lookup: CacheLookup, now: number): Promise<SnapshotHit | null> {
  const { site, key, visit } = lookup;
  const wantsLease = leases.ask(pageOf(lookup), now);
  const asked = indexOf(env, site.domainId).hit(key, lookup.ttlHours, now, visit, wantsLease);
  const answer = await withDeadline(
    asked.then((hit) => ({ hit })),
    INDEX_TIMEOUT_MS,
  );
  if (!answer) throw new Error("the index did not respond in time");
  if (answer.hit?.leased) leases.hold(pageOf(lookup), answer.hit.entry, now);
  return answer.hit;
}

/** An entry with its body. Null: the body is lost, so the index drops the entry. */
async function readFound(
  env: Bindings,
  lookup: CacheLookup,
  { entry, state }: { entry: SnapshotEntry; state: FoundSnapshot["state"] },
): Promise<FoundSnapshot | null> {
  if (lookup.request.method === "HEAD") return { entry, body: null, state };
  const { site, key, defer } = lookup;
  const body = await readServedBody(env, { domainId: site.domainId, key }, entry, defer);
  if (body) return { entry, body, state };
  leases.forget(pageOf(lookup));
  await indexOf(env, site.domainId).drop(key, entry.snap, Date.now());
  return null;
}
