import { RELEASED_AT_ONCE, removeReleased } from "../../../prerender";
import type { TurnEnd } from "../core/deploy";
import { movePages, pagesIn } from "../ledger/ledger-pages";
import { DONE, MORE, type TurnContext } from "./turns";

/** Concurrent calls to the index, each of which may wait a second for its readers. */
const CALLS = 5;

/** Removes the chosen pages from the cache. After that, every snapshot of them is from this release. */
export async function removePages({ env, ledger, no, row, now }: TurnContext): Promise<TurnEnd> {
  const paths = pagesIn(ledger.sql, no, "chosen", "", RELEASED_AT_ONCE * CALLS);
  if (paths.length === 0) return DONE;
  const parts = Array.from({ length: Math.ceil(paths.length / RELEASED_AT_ONCE) }, (_, i) =>
    paths.slice(i * RELEASED_AT_ONCE, (i + 1) * RELEASED_AT_ONCE),
  );
  await Promise.all(parts.map((part) => removeReleased(env, row.id, part, now)));
  movePages(ledger.sql, no, paths, "chosen", "removed");
  return MORE;
}
