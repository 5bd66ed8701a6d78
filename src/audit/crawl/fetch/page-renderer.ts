import { publicWriter, readSnapshot, renderRaw, type PoolResult, type RawRender } from "../../../prerender";
import { withDeadline } from "../../../lib/time/deadline";
import { log } from "../../../lib/text/log";
import { SECOND_MS } from "../../../lib/time/time";
import { pathOf } from "../../../lib/hosts/url";
import { accessHeaders, judgePath, type RobotsRule } from "../../../web";
import { PageExtractor, type PageFacts } from "../../../web/html";
import { homeOfRun } from "../../model/run/home-of-run";
import { asksFor } from "../../model/run/run-state";
import type { RenderedPair, StoredSnapshot, AuditedPage, ParsedPage, Rendering } from "../../model/page/page";
import { auditedPage, isParsed } from "../../model/page/audited-page";
import { isShell, renderingReport, scriptsChange } from "../../model/page/rendering";
import type { NotRendered, RenderingReason, TemplateVerdict } from "../../model/page/rendering-policy";
import type { FrontierUrl } from "../../model/run/calls";
import type { JobContext } from "../frontier/job-context";
import { RenderPlan, type TemplateTurn } from "./render-plan";
import { Turns } from "./turns";

/** Concurrent renders per job. */
const AT_ONCE = 2;
const RENDER_DEADLINE_MS = 8 * SECOND_MS;
/** Includes the wait for a free tab; after it the page is judged as served. Shorter than the job's lease. */
const WAIT_MS = 20 * SECOND_MS;
/** After this many failed renders in a row a job stops rendering: the browser is missing or the site is silent. */
const GIVE_UP_AFTER = 3;
const MAX_HTML_CHARS = 5 * 1024 * 1024;

/** Renders pages of a run, as its policy says and within its budget. If a render fails, the page is judged as served. */
export class PageRenderer {
  private readonly turns = new Turns(AT_ONCE, 0);
  private readonly plan: RenderPlan;
  private readonly keepsFiles: boolean;
  private failuresInARow = 0;
  /** Why the run renders no more pages for a reason. */
  private readonly refused = new Map<RenderingReason, NotRendered>();

  /** `google`: the robots.txt rules for Googlebot. */
  constructor(
    private readonly context: JobContext,
    private readonly google: readonly RobotsRule[],
  ) {
    this.keepsFiles = asksFor(context.job.config) !== "none";
    this.plan = new RenderPlan(context.job.config.rendering ?? "auto", context.job.looks);
  }

  /** A page's turn among those of its template. Call it in the order of the URLs; each turn must be given to `look` or `pass`. */
  join(url: FrontierUrl): TemplateTurn {
    return this.plan.join(url);
  }

  /** Ends the turn of a page that could not be fetched. */
  async pass(turn: TemplateTurn): Promise<void> {
    await this.plan.finish(turn, null);
  }

  /** The page as crawlers get it, with its rendering. A page that is not rendered is returned as served. */
  async look(page: AuditedPage, { listed }: FrontierUrl, turn: TemplateTurn): Promise<AuditedPage> {
    const decision = await this.plan.decide(page, listed, turn);
    if (decision === null || !isParsed(page)) {
      await this.pass(turn);
      return page;
    }
    const isEmpty = isShell(page);
    const snapshot = decision.render || isEmpty ? await this.snapshotOf(page) : null;
    const rendering = decision.render ? await this.render(page, snapshot, decision.reason) : null;
    const served = snapshot?.page ?? page;
    const isRendered = rendering !== null && typeof rendering !== "string";
    await this.tell(turn, isRendered ? verdictOf(rendering) : decision.verdict);
    if (typeof rendering === "string") return { ...served, renderingReason: rendering };
    // A page that has its text as served says nothing about browsers that fail.
    if (rendering !== null && rendering.pair === null && !isEmpty) return { ...served, renderingReason: "failed" };
    return { ...served, rendering, renderingReason: decision.reason };
  }

  /** Tells the other pages of the template what the page's rendering, or its look, showed. */
  private async tell(turn: TemplateTurn, shown: TemplateVerdict | null = null): Promise<void> {
    const { verdict, look } = await this.plan.finish(turn, shown);
    const { stub, token } = this.context;
    // Without a variable part, a pattern has hardly more than this page.
    const isKept = verdict !== null && (look !== null || turn.template.includes("/:") || verdict === "failed");
    if (isKept) await stub.judgeTemplate(token, turn.template, verdict, look);
  }

  /**
   * The page built from its stored snapshot, if crawlers get one. Rendering for an audit never changes the snapshot.
   */
  private async snapshotOf(page: ParsedPage): Promise<StoredSnapshot | null> {
    const { env, job } = this.context;
    const found = await readSnapshot(env, job.config.domainId, page.path, Date.now()).catch(() => null);
    if (found === null || found.entry.status !== 200) return null;
    const stored = auditedPage({ ...page, facts: this.factsOf(found.html) }, page.googlebot, Date.now(), page);
    return { page: stored, createdAt: found.entry.createdAt };
  }

  private async render(page: ParsedPage, snapshot: StoredSnapshot | null, because: RenderingReason): Promise<Rendered> {
    return this.turns.take(async () => {
      const { stub, token } = this.context;
      if (this.failuresInARow >= GIVE_UP_AFTER) return "failed";
      const refused = this.refused.get(because) ?? (await stub.takeRender(token, because));
      if (refused !== null) {
        this.refused.set(because, refused);
        return refused;
      }
      const answer = await this.ask(page.path);
      const reason = unusable(answer);
      // A page that loaded but can't be compared says nothing about later pages.
      this.failuresInARow = answer.ok ? 0 : this.failuresInARow + 1;
      if (this.failuresInARow === GIVE_UP_AFTER) await stub.gaveUpRendering(token);
      const pair = answer.ok && reason === null ? this.pairOf(page, answer.page, snapshot) : null;
      return { pair, report: renderingReport(page, pair, snapshot !== null, reason) };
    });
  }

  private async ask(path: string): Promise<PoolResult> {
    const { env } = this.context;
    const failed = (error: unknown): PoolResult => {
      log("warn", "renderer_not_reached", { error: String(error).slice(0, 500) });
      return { ok: false, reason: "the renderer could not be reached" };
    };
    const site = this.site();
    const headers = accessHeaders(new URL(site.originBase), this.context.rules);
    const answer = renderRaw(env, site, path, { deadlineMs: RENDER_DEADLINE_MS, headers }).catch(failed);
    return (await withDeadline(answer, WAIT_MS)) ?? { ok: false, reason: "no tab was free in time" };
  }

  private factsOf(html: string): PageFacts {
    const { extraction } = this.context;
    const extractor = new PageExtractor({ extraction, keepsFiles: this.keepsFiles });
    extractor.write(html);
    return extractor.end();
  }

  private site() {
    const { config } = this.context.job;
    const { accountId, domainId } = config;
    return { accountId, domainId, originBase: new URL(config.origin ?? homeOfRun(config)).origin };
  }

  private pairOf(
    raw: ParsedPage,
    render: RenderedPair["render"] & Pick<RawRender, "html" | "wanted">,
    snapshot: StoredSnapshot | null,
  ): RenderedPair {
    const { host, origin } = raw.parsedUrl;
    const { originBase } = this.site();
    // The browser loaded the origin behind the domain; its URLs are compared with the domain's public URLs.
    const publicUrl = (url: string) => (url.startsWith(`${originBase}/`) ? origin + url.slice(originBase.length) : url);
    const html = publicWriter({ originBase, publicBase: origin })(render.html);
    const facts = this.factsOf(html);
    for (const { url, image } of this.keepsFiles ? (render.wanted ?? []) : []) facts.files.set(publicUrl(url), image);
    return {
      raw,
      rendered: auditedPage({ ...raw, facts }, raw.googlebot, Date.now(), raw),
      render: {
        ...render,
        finalUrl: publicUrl(render.finalUrl),
        failedRequests: serverErrors(render.failedRequests, host, publicUrl),
        resources: render.resources.map((resource) => ({ ...resource, url: publicUrl(resource.url) })),
      },
      snapshot,
      isAllowed: (url) => URL.parse(url)?.host !== host || judgePath(this.google, pathOf(url)).allowed,
    };
  }
}

/** How rendering a page ended: with a result, or why it was not tried. */
type Rendered = Rendering | NotRendered;

function verdictOf({ pair, report }: Rendering): TemplateVerdict {
  if (pair === null) return "failed";
  return scriptsChange(report, pair.raw.url) ? "changed" : "same";
}

/** Why a render can't be compared; null: it can. */
function unusable(answer: PoolResult): string | null {
  if (!answer.ok) return answer.reason;
  if (answer.page.ready === "redirect") return "the browser was redirected";
  if (answer.page.status !== 200) return `the browser got ${answer.page.status}`;
  return answer.page.html.length > MAX_HTML_CHARS ? "the rendered page is larger than 5 MiB" : null;
}

/** The failed requests (`reason URL`) that the page's own `host` answered with 5xx. */
function serverErrors(lines: readonly string[], host: string, publicUrl: (url: string) => string): string[] {
  return lines.flatMap((line) => {
    const [reason, address] = line.split(" ", 2) as [string, string];
    const url = publicUrl(address);
    return /^5\d\d$/.test(reason) && URL.parse(url)?.host === host ? [`${reason} ${url}`] : [];
  });
}
