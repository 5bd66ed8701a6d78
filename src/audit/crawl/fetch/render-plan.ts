import { hash53 } from "../../../lib/crypto/hash";
import { isParsed } from "../../model/page/audited-page";
import type { AuditedPage, ParsedPage } from "../../model/page/page";
import { isShell } from "../../model/page/rendering";
import type { RenderingPolicy, RenderingReason, TemplateVerdict } from "../../model/page/rendering-policy";
import type { FrontierUrl } from "../../model/run/calls";

/** Pages of a template that are tried until one can be rendered. */
const MOST_TRIES = 2;
/** Patterns whose samples must agree before other patterns with pages of that look need none. */
const MOST_ALIKE = 3;

/** What is known of a template: its verdict, or how many samples could not be rendered. */
type Known = TemplateVerdict | number;

/** What the samples of a look showed, in the order of the URLs. */
type Samples = Array<Promise<TemplateVerdict | null>>;

/** A page's place among the pages of its template, and of its look. */
export interface TemplateTurn {
  template: string;
  /** What the pages of its template before it showed. */
  before: Promise<Known>;
  /** Whether it is the first of its template. */
  isFirst: boolean;
  /** Over when all pages before it have been seen, whatever their template. */
  ahead: Promise<unknown>;
  /** Tells the pages after it that this one has been seen. */
  seen: () => void;
  /** Tells the pages of its template after it what it showed. Only the first call counts. */
  tell: (known: Known) => void;
  /** Its look, if it is one of the samples by which the look is known. */
  look: number | null;
  /** Tells what it showed as a sample of its look. */
  show: (verdict: TemplateVerdict | null) => void;
}

/** What to do with a page. null: there is nothing to render. `verdict`: what its look tells about its template. */
export type Decision = { render: boolean; reason: RenderingReason; verdict?: TemplateVerdict } | null;

/** What a page told about its template and its look that was not known before. */
export interface Settled {
  verdict: TemplateVerdict | null;
  /** The look of which it is a sample. */
  look: number | null;
}

/**
 * Decides which pages of a run are rendered. Pages of one template wait for its sample, in the order in which they joined, so
 * that the same site gives the same result however fast its pages are. Patterns of paths tell templates apart, but a site
 * with many folders of few pages has a pattern for each. So a pattern needs no sample of its own if three patterns of the same
 * shape, whose pages look the same to scripts, showed the same.
 */
export class RenderPlan {
  private readonly last = new Map<string, Promise<Known>>();
  private readonly settled = new Map<string, TemplateVerdict>();
  private readonly looks = new Map<number, Samples>();
  private ahead: Promise<unknown> = Promise.resolve();

  /** `looks`: what samples of earlier jobs showed. */
  constructor(
    private readonly policy: RenderingPolicy,
    looks: ReadonlyArray<[look: number, verdict: TemplateVerdict]> = [],
  ) {
    for (const [look, verdict] of looks) this.samplesOf(look).push(Promise.resolve(verdict));
  }

  /** Queues a page behind those of its template. Call it in the order of the URLs. */
  join({ template, verdict: given }: Pick<FrontierUrl, "template" | "verdict">): TemplateTurn {
    const verdict = given ?? this.settled.get(template) ?? null;
    const turn = { template, isFirst: false, look: null, show: ignore };
    if (verdict !== null)
      return { ...turn, before: Promise.resolve(verdict), ahead: NOTHING, seen: ignore, tell: ignore };
    const { ahead } = this;
    const before = this.last.get(template);
    let seen!: () => void;
    let tell!: TemplateTurn["tell"];
    this.ahead = new Promise<void>((resolve) => (seen = resolve));
    this.last.set(template, new Promise((resolve) => (tell = resolve)));
    return { ...turn, before: before ?? NOTHING, isFirst: before === undefined, ahead, seen, tell };
  }

  /** Waits until it is known whether the page is rendered. */
  async decide(page: AuditedPage, listed: number, turn: TemplateTurn): Promise<Decision> {
    if (listed === 0 || !isRenderable(page)) return null;
    if (this.policy === "never") return { render: false, reason: "never" };
    if (this.policy === "all") return { render: true, reason: "all" };
    if (this.policy === "auto" && isShell(page)) return { render: true, reason: "looks_empty" };
    const samples = await this.see(page, turn);
    const known = await turn.before;
    const alike = typeof known === "number" && turn.look === null ? await agreement(samples) : null;
    const verdict = alike ?? known;
    if (typeof verdict === "number")
      return verdict < MOST_TRIES ? { render: true, reason: "template_sample" } : { render: false, reason: "failed" };
    const told = alike === null ? {} : { verdict: alike };
    if (this.policy === "sample") return { render: false, reason: "not_a_sample", ...told };
    if (verdict === "changed") return { render: true, reason: "template_changes", ...told };
    return { render: false, reason: verdict === "same" ? "template_unchanged" : "failed", ...told };
  }

  /** Waits for the pages before this one, and makes it a sample of its look if that has too few. Returns its look's samples. */
  private async see({ facts }: ParsedPage, turn: TemplateTurn): Promise<Samples> {
    await turn.ahead;
    const look = lookOf(turn.template, facts.hooks);
    const samples = look === null ? [] : this.samplesOf(look);
    const before = [...samples];
    if (look !== null && turn.isFirst && samples.length < MOST_ALIKE) {
      turn.look = look;
      samples.push(new Promise((resolve) => (turn.show = resolve)));
    }
    turn.seen();
    return before;
  }

  /**
   * Ends a page's turn. `verdict`: what rendering it, or its look, showed; "failed": it could not be rendered; null: it was not.
   * Returns what this page settled.
   */
  async finish(turn: TemplateTurn, verdict: TemplateVerdict | null): Promise<Settled> {
    turn.show(verdict);
    void turn.ahead.then(turn.seen);
    const known = await turn.before;
    const isOpen = typeof known === "number";
    const next = !isOpen || verdict === null ? known : verdict !== "failed" ? verdict : known + 1;
    const now = next === MOST_TRIES ? "failed" : next;
    turn.tell(now);
    if (!isOpen || typeof now === "number") return { verdict: null, look: null };
    this.settled.set(turn.template, now);
    return { verdict: now, look: now === "failed" ? null : turn.look };
  }

  private samplesOf(look: number): Samples {
    let samples = this.looks.get(look);
    if (!samples) this.looks.set(look, (samples = []));
    return samples;
  }
}

/** What enough samples showed alike; null: they are too few, or differ. */
async function agreement(samples: Samples): Promise<TemplateVerdict | null> {
  if (samples.length < MOST_ALIKE) return null;
  const [first, ...others] = await Promise.all(samples);
  return first && first !== "failed" && others.every((verdict) => verdict === first) ? first : null;
}

/** How a page looks to scripts, with the shape of its pattern: `/shop/:slug` and `/blog/:slug` have the same. */
function lookOf(template: string, hooks: number | null): number | null {
  return hooks === null ? null : hash53(`${template.replace(/(?<=\/)[^:/][^/]*/g, "*")} ${hooks}`);
}

const NOTHING: Promise<Known> = Promise.resolve(0);
const ignore = () => {};

/** Whether a browser would show a page. The content of a frameset is in other pages. */
function isRenderable(page: AuditedPage): page is ParsedPage {
  return page.html && isParsed(page) && !page.facts.frameset;
}
