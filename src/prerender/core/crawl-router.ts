import type { CrawlRouter, RouterAction } from "../../accounts";
import { hashText } from "../../lib/numbers/hash-text";
import { DAY_MS } from "../../lib/time/time";

/** Days for which a switch leaves half of the pages as they were, so that both halves can be compared. */
export const COMPARED_DAYS = 28;

/** Whether a page is in the half that a switch leaves alone. By chance, and the same for all who ask. */
export const isHeldBack = (path: string, since: number): boolean => hashText(`${since} ${path}`) % 2 === 1;

/** Whether crawlers of this kind may get this instead of some page. */
export const mayRoute = (router: CrawlRouter | null | undefined, action: RouterAction, kind: string): boolean =>
  router?.switches.some((each) => each.action === action && each.kind === kind) ?? false;

/** Whether a crawler of this kind gets this instead of the page, as far as the settings decide it. */
export function isRouted(
  router: CrawlRouter | null | undefined,
  action: RouterAction,
  { kind, path }: { kind: string; path: string },
  now: number,
): boolean {
  const own = router?.switches.find((each) => each.action === action && each.kind === kind);
  if (!router || !own) return false;
  if (action === "gone" ? !router.gone.includes(path) : router.keep.includes(path)) return false;
  return now >= own.since + COMPARED_DAYS * DAY_MS || !isHeldBack(path, own.since);
}
