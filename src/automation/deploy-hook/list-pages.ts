import { findReleased, readReleasedPages, RELEASED_AT_ONCE } from "../../prerender";
import { noteListed } from "./ledger-pages";
import { DONE, type TurnContext } from "./turns";
import type { TurnEnd } from "./core/deploy";

/** Notes which pages may have changed, with the content that they had until now. */
export async function listPages({ env, ledger, no, deploy, row, now }: TurnContext): Promise<TurnEnd> {
  const pages = await readReleasedPages(env, row, deploy.paths);
  for (let start = 0; start < pages.length; start += RELEASED_AT_ONCE) {
    const found = await findReleased(env, row.id, pages.slice(start, start + RELEASED_AT_ONCE), now);
    ledger.transaction(() => noteListed(ledger.sql, no, deploy, found, now));
  }
  ledger.change(no, (stored) => ({ ...stored, counts: { ...stored.counts, listed: pages.length } }));
  if (deploy.paths === null) ledger.noteSitemap();
  return DONE;
}
