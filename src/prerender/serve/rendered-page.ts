import type { VisitEvent } from "../../analytics";
import type { Bindings } from "../../env";
import { indexedPage, leasedPage } from "./cached-page";
import { isBudgeted } from "../core/turns/render-budget";
import type { SnapshotEntry } from "../core/snapshot";
import { isVerifiedBot, type PageAnswer, type CacheLookup } from "./page-request";
import { indexOf } from "../cache/index-of";
import { renderPage, type RenderOptions } from "../render/render-page";
import { respondWith } from "./respond-with";

/** How often a request tries to render its page, because renders that it waited for left no snapshot. */
const MAX_RENDERS = 3;

/** The page, rendered now by this request or by another that is rendering it already. Null: there is no usable one. */
export async function renderedPage(env: Bindings, lookup: CacheLookup): Promise<PageAnswer> {
  const { site, key, visit, defer } = lookup;
  const options = renderOptions(lookup);
  for (let renders = 1; ; renders++) {
    await lookup.spend?.();
    // The render continues if the crawler disconnects; the next crawler finds the result.
    const rendering = renderPage(env, site, key, options);
    defer(rendering.catch(() => {}));
    const outcome = await rendering;
    if (outcome.kind === "stored" || outcome.kind === "once") {
      const { entry, body } = outcome;
      if (visit) defer(countRendered(env, visit, entry));
      return respondWith(lookup, { entry, body, state: "miss" });
    }
    if (outcome.kind !== "joined" || outcome.end === "failed" || renders === MAX_RENDERS) return null;
    const found = (await leasedPage(env, lookup)) ?? (await indexedPage(env, lookup));
    if (found) return found;
  }
}

/** Crawlers verified by Cloudflare take precedence; crawlers known only by their user agent count against a budget. */
function renderOptions({ request, by, visit }: CacheLookup): RenderOptions {
  const verified = isVerifiedBot(request);
  const isCrawler = (visit?.token ?? null) !== null;
  return {
    priority: verified ? "verified" : "live",
    budgeted: isBudgeted({ by, isCrawler, verified }),
    replace: false,
  };
}

async function countRendered(env: Bindings, visit: VisitEvent, { status, renderMs }: SnapshotEntry): Promise<void> {
  const rendered = { ...visit, servedBy: "render" as const, status, renderMs, serveMs: Date.now() - visit.at };
  await indexOf(env, visit.domainId)
    .countVisit(rendered)
    .catch(() => {});
}
