import { isParsed } from "../../model/page/audited-page";
import type { AuditedPage, ParsedPage } from "../../model/page/page";
import { isShell } from "../../model/page/rendering";
import type { RenderingPolicy, RenderingReason, TemplateVerdict } from "../../model/page/rendering-policy";
import type { FrontierUrl } from "../../model/run/calls";

/** Pages of a template that are tried until one can be rendered. */
const MOST_TRIES = 2;

/** What is known of a template: its verdict, or how many samples could not be rendered. */
type Known = TemplateVerdict | number;

/** A page's place among the pages of its template. */
export interface TemplateTurn {
  /** What the pages before it showed. */
  before: Promise<Known>;
  /** Tells the pages after it what it showed. Only the first call counts. */
  tell: (known: Known) => void;
}

/** What to do with a page. null: there is nothing to render. */
export type Decision = { render: boolean; reason: RenderingReason } | null;

/**
 * Decides which pages of a run are rendered. Pages of one template wait for its sample, in the order in which they joined, so
 * that the same site gives the same result however fast its pages are.
 */
export class RenderPlan {
  private readonly last = new Map<string, Promise<Known>>();

  constructor(private readonly policy: RenderingPolicy) {}

  /** Queues a page behind those of its template. Call it in the order of the URLs. */
  join({ template, verdict }: Pick<FrontierUrl, "template" | "verdict">): TemplateTurn {
    const before: Promise<Known> = verdict !== null ? Promise.resolve(verdict) : (this.last.get(template) ?? NOTHING);
    let tell!: TemplateTurn["tell"];
    if (verdict === null) this.last.set(template, new Promise((resolve) => (tell = resolve)));
    return { before, tell: tell ?? ignore };
  }

  /** Waits until it is known whether the page is rendered. */
  async decide(page: AuditedPage, listed: number, turn: TemplateTurn): Promise<Decision> {
    if (listed === 0 || !isRenderable(page)) return null;
    if (this.policy === "never") return { render: false, reason: "never" };
    if (this.policy === "all") return { render: true, reason: "all" };
    if (this.policy === "auto" && isShell(page)) return { render: true, reason: "looks_empty" };
    const known = await turn.before;
    if (typeof known === "number")
      return known < MOST_TRIES ? { render: true, reason: "template_sample" } : { render: false, reason: "failed" };
    if (this.policy === "sample") return { render: false, reason: "not_a_sample" };
    if (known === "changed") return { render: true, reason: "template_changes" };
    return { render: false, reason: known === "same" ? "template_unchanged" : "failed" };
  }

  /**
   * Ends a page's turn. `verdict`: what rendering it showed; "failed": it could not be rendered; null: it was not. Returns
   * the template's verdict if this page settled it.
   */
  async finish(turn: TemplateTurn, verdict: TemplateVerdict | null): Promise<TemplateVerdict | null> {
    const known = await turn.before;
    const isOpen = typeof known === "number";
    const next = !isOpen || verdict === null ? known : verdict !== "failed" ? verdict : known + 1;
    const settled = next === MOST_TRIES ? "failed" : next;
    turn.tell(settled);
    return isOpen && typeof settled !== "number" ? settled : null;
  }
}

const NOTHING: Promise<Known> = Promise.resolve(0);
const ignore = () => {};

/** Whether a browser would show a page. The content of a frameset is in other pages. */
function isRenderable(page: AuditedPage): page is ParsedPage {
  return page.html && isParsed(page) && !page.facts.frameset;
}
