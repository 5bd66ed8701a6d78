import { findReleased, readReleasedPages, RELEASED_AT_ONCE } from "../../../prerender";
import { noteListed } from "../ledger/ledger-pages";
import { DONE, type TurnContext } from "./turns";
import type { TurnEnd } from "../core/deploy";

/** Records which pages may have changed, with their content until now. */
export async function listPages({ env, ledger, no, deploy, row, now }: TurnContext): Promise<TurnEnd> {
  const given = await readReleasedPages(env, row, deploy.paths);
  const listed = deploy.sitemap ? await readReleasedPages(env, row, null) : [];
  const named = new Set(given.map(({ path }) => path));
  // The sitemap's entry has the date, so it wins.
  const pages = [...new Map([...given, ...listed].map((page) => [page.path, page])).values()];
  for (let start = 0; start < pages.length; start += RELEASED_AT_ONCE) {
    const found = await findReleased(env, row.id, pages.slice(start, start + RELEASED_AT_ONCE), now);
    ledger.transaction(() => noteListed(ledger.sql, no, { isFirst: deploy.isFirst, named }, found, now));
  }
  ledger.change(no, (stored) => ({ ...stored, counts: { ...stored.counts, listed: pages.length } }));
  if (deploy.sitemap) ledger.noteSitemap();
  return DONE;
}
