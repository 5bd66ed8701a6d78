import type { SitePageContext } from "../../server/page-env";
import { readUnless } from "../../server/read";

const SCREENS = ["desktop", "mobile"] as const;

/** The page and screen that an address names. */
export function snapshotAsked(c: SitePageContext) {
  const screen = SCREENS.find((each) => each === c.req.query("screen")) ?? "desktop";
  return { domain: c.var.domain.domain, path: c.req.query("path") || "/", screen };
}

const ask = (c: SitePageContext) => c.var.api.readSnapshot({ query: snapshotAsked(c) });

/** The snapshot that an address names; null if the page is not cached. */
export const readSnapshotOf = (c: SitePageContext) => readUnless("snapshot_not_found", ask(c));

export const readForFrame = (c: SitePageContext) => ask(c);
