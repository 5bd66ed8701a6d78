import type { Bindings } from "../../env";
import { DAY_MS } from "../../lib/time/time";
import { indexOf } from "../cache/index-of";
import { pageOfKey } from "../core/variant";

const LISTED = 100;
/** Pages that are about to be tried again are still paused until that yields something. */
const DUE_MS = 7 * DAY_MS;

/** A domain's pages that are not rendered for now, because renders yielded nothing. */
export async function pausedPages(env: Pick<Bindings, "SNAPSHOT_INDEX">, domainId: string, now: number) {
  const slow = await indexOf(env, domainId).slowPages(null, LISTED, now - DUE_MS);
  return slow.map(({ key, reason, tries }) => ({ path: pageOfKey(key).path, reason, tries }));
}
