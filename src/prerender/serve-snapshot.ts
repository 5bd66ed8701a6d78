import { visitOf, type VisitEvent } from "../analytics";
import type { Bindings } from "../env";
import { ApiError } from "../errors/api-error";
import { log } from "../lib/log";
import { withDeadline } from "../lib/deadline";
import { SECOND_MS } from "../lib/time";
import type { SnapshotEntry } from "./core/snapshot";
import { isBudgeted } from "./core/render-budget";
import { ruleFor } from "./core/render-rules";
import { HeldLeases } from "./core/read-lease";
import { keyOf, variantFor } from "./core/variant";
import { wantedFrom } from "./core/serving-rules";
import { directVisits } from "./direct-visits";
import { isKeyPath } from "./index-now-key";
import { LLMS_TXT_PATH } from "./llms-txt";
import { bypass, pathOnly, serveKeyFile, serveLlmsTxt, type Defer, type PageRequest } from "./origin-answers";
import { canonicalRedirect } from "./canonical-redirect";
import { queueRenders } from "./queue-renders";
import { indexOf, renderPage, type RenderOptions } from "./render-page";
import { respondWith, type Served } from "./respond-with";
import { pagePathOf, type PrerenderSite } from "./site";
import type { SnapshotHit } from "./snapshot-index.do";
import { markdownOf, readStoredBody } from "./store";

/** An index that does not answer within this time counts as down. */
const INDEX_TIMEOUT_MS = 5 * SECOND_MS;

const MAX_LOOKS = 3;

/** The leases of this isolate. Their bodies are in the store's memory. */
const leases = new HeldLeases();

/** A cache lookup. */
interface Wish {
  site: PrerenderSite;
  /** The cache key of the snapshot. */
  key: string;
  headOnly: boolean;
  form: "html" | "markdown";
  visit: VisitEvent | null;
  render: RenderOptions;
  defer: Defer;
  spend: PageRequest["spend"];
}

/** An answer, with its visit if nothing has counted that. */
type CountedServed = Served & { uncounted?: VisitEvent };

/**
 * Answers a crawler with the page's snapshot: from the cache, or rendered now, or else with the origin's page. Never
 * returns one of our error pages while the origin is up.
 */
export async function serveSnapshot(env: Bindings, asked: Omit<PageRequest, "visit">): Promise<Response> {
  const { request, site, pathAndQuery } = asked;
  const page: PageRequest = { ...asked, visit: visitFor(asked) };
  const pathname = pathOnly(pathAndQuery);
  if (site.llmsTxt && !site.suspended && pathname === LLMS_TXT_PATH && request.method === "GET")
    return serveLlmsTxt(env, page);
  if (isKeyPath(pathname) && !site.suspended && ["GET", "HEAD"].includes(request.method)) {
    const file = await serveKeyFile(env, page);
    if (file) return file;
  }
  let answer: Response | null = null;
  try {
    answer = await answerWithSnapshot(env, page);
  } catch (error) {
    if (error instanceof ApiError && error.code === "rate_limited") throw error;
    log("error", "snapshot_unavailable", { domain: site.domain, path: pathname.slice(0, 300), error: String(error) });
  }
  return answer ?? bypass(env, page);
}

/** Null: let the origin answer. */
async function answerWithSnapshot(env: Bindings, page: PageRequest): Promise<Response | null> {
  const { request, site, pathAndQuery, defer } = page;
  if (site.suspended) return null;
  const { method, headers } = request;
  const wanted = wantedFrom({ method, pathname: pathOnly(pathAndQuery), headers, markdown: site.markdown });
  const path = wanted.kind === "origin" ? null : pagePathOf(site, pathAndQuery);
  if (wanted.kind === "origin" || path === null) return null;
  const rule = ruleFor(site.rules, path);
  if (rule?.action === "pass") return null;
  const visit: VisitEvent | null = page.visit && { ...page.visit, path, form: FORMS[wanted.kind] };
  const moved = await canonicalRedirect(env, page, path);
  if (moved) {
    if (visit)
      directVisits.add(env, { ...visit, servedBy: "generated", form: "canonical_redirect", status: 301 }, defer);
    return moved;
  }
  const render = renderOptions(page, (visit?.token ?? null) !== null);
  const ruled = { ...site, ttlHours: rule?.ttlHours ?? site.ttlHours };
  const headOnly = method === "HEAD";
  const form = wanted.kind;
  const served = await findOrRender(env, {
    site: ruled,
    key: keyOf(path, variantFor(rule, headers.get("user-agent"))),
    headOnly,
    form,
    visit,
    render,
    defer,
    spend: page.spend,
  });
  const response = served && (await respondWith(request, served, Date.now()));
  // Not before: a visit that something else answers after all is counted there.
  if (response && served.uncounted) directVisits.addEqual(env, served.uncounted, defer);
  return response;
}

async function findOrRender(env: Bindings, wish: Wish): Promise<CountedServed | null> {
  const { site, key, visit, defer } = wish;
  // Look again after waiting for another request's render, or after finding an entry without its body.
  for (let attempt = 0; attempt < MAX_LOOKS; attempt++) {
    const served = await find(env, wish);
    if (served) return served;
    await wish.spend?.();
    // The render continues if the crawler disconnects; the next crawler finds the result.
    const rendering = renderPage(env, site, key, wish.render);
    defer(rendering.catch(() => {}));
    const outcome = await rendering;
    if (outcome.kind === "stored" || outcome.kind === "once") {
      const { entry, body } = outcome;
      if (visit)
        defer(
          indexOf(env, site.domainId)
            .countVisit(renderedVisit(visit, entry))
            .catch(() => {}),
        );
      return inForm(wish, { entry, body, form: "html", state: "miss" });
    }
    if (outcome.kind !== "joined" || outcome.end === "failed") return null;
  }
  return null;
}

async function find(env: Bindings, wish: Wish): Promise<CountedServed | null> {
  const { site, key, defer } = wish;
  const now = Date.now();
  const leased = findLeased(wish, now);
  const hit = leased ?? (await askIndex(env, wish, now));
  if (!hit) return null;
  const { entry, state, refresh } = hit;
  const body = wish.headOnly ? null : await readStoredBody(env, entry.snap);
  if (body === null && !wish.headOnly) {
    leases.forget(pageOf(wish));
    await indexOf(env, site.domainId).drop(key, entry.snap);
    return null;
  }
  if (refresh) defer(queueRenders(env, site.domainId, [key], now));
  const served = await inForm(wish, { entry, body, form: "html", state });
  if (!leased || !wish.visit) return served;
  return { ...served, uncounted: { ...wish.visit, status: entry.status, renderMs: entry.renderMs } };
}

const pageOf = ({ site, key }: Wish) => `${site.domainId} ${key}`;

/** The snapshot that this isolate may serve without asking the index, which therefore does not count the visit. */
function findLeased(wish: Wish, now: number): SnapshotHit | null {
  const entry = leases.entryOf(pageOf(wish), wish.site.ttlHours, now);
  return entry && { entry, state: "hit", refresh: false, leased: true };
}

/** `now`: read before the index is asked, because a lease starts then. @throws when the index does not answer. */
async function askIndex(env: Bindings, wish: Wish, now: number): Promise<SnapshotHit | null> {
  const { site, key, visit } = wish;
  const wantsLease = leases.ask(pageOf(wish), now);
  const asked = indexOf(env, site.domainId).hit(key, site.ttlHours, now, visit, wantsLease);
  const answer = await withDeadline(
    asked.then((hit) => ({ hit: hit as SnapshotHit | null })),
    INDEX_TIMEOUT_MS,
  );
  if (!answer) throw new Error("the index did not answer in time");
  if (answer.hit?.leased) leases.hold(pageOf(wish), answer.hit.entry, now);
  return answer.hit;
}

/** Converts the page to the requested form. Stays HTML if that is impossible or it is not a page. */
async function inForm(wish: Wish, served: Served): Promise<Served> {
  if (wish.form === "html" || served.entry.status !== 200) return served;
  if (served.body === null) return { ...served, form: "markdown" };
  const markdown = await markdownOf(served.entry.snap, served.body);
  return markdown ? { ...served, body: markdown, form: "markdown" } : served;
}

/** Crawlers verified by Cloudflare take precedence; crawlers known only by their user agent count against a budget. */
function renderOptions({ request, by }: PageRequest, isCrawler: boolean): RenderOptions {
  const cf = request.cf as { verifiedBotCategory?: string; botManagement?: { verifiedBot?: boolean } } | undefined;
  const verified = Boolean(cf?.verifiedBotCategory) || cf?.botManagement?.verifiedBot === true;
  return {
    priority: verified ? "verified" : "live",
    budgeted: isBudgeted({ by, isCrawler, verified }),
    replace: false,
  };
}

const FORMS = { html: "page", markdown: "markdown" } as const;

function visitFor({ request, site: { domainId, domain } }: Pick<PageRequest, "request" | "site">): VisitEvent | null {
  return visitOf(request, { domainId, domain, path: "", servedBy: "cache" }, Date.now());
}

function renderedVisit(visit: VisitEvent, { status, renderMs }: SnapshotEntry): VisitEvent {
  return { ...visit, servedBy: "render", status, renderMs, serveMs: Date.now() - visit.at };
}
