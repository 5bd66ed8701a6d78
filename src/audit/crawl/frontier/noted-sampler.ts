import { pathOf } from "../../../lib/hosts/url";
import type { TemplateVerdict } from "../../model/page/rendering-policy";
import { Sampler, type Choice, type PatternCount } from "../../model/run/sampling";

/**
 * What the sampler learns, as JSON: a pattern with its counts, a sibling's parent and name, a path never left out, or what
 * rendering the sample of a template showed, and the look that the sample had.
 */
type Note = { p: PatternCount } | { s: [parent: string, name: string] } | { always: string } | { t: Verdict };
type Verdict = [template: string, verdict: TemplateVerdict, look?: number];

/** A run's sampler, with the paths that it never leaves out, and the notes from which it is made again. */
export class NotedSampler {
  private readonly sampler: Sampler;
  private readonly always = new Set<string>();
  private newPaths: string[] = [];
  private readonly verdicts = new Map<string, TemplateVerdict>();
  private newVerdicts: Verdict[] = [];
  /** What samples showed, by what their pages look like to scripts. */
  readonly looks: Array<[look: number, verdict: TemplateVerdict]> = [];

  constructor(notes: readonly string[] = []) {
    const patterns = new Map<number, PatternCount>();
    const siblings: Array<{ parent: string; name: string }> = [];
    for (const text of notes) {
      const note = JSON.parse(text) as Note;
      if ("p" in note) patterns.set(note.p.id, note.p);
      else if ("s" in note) siblings.push({ parent: note.s[0], name: note.s[1] });
      else if ("t" in note) this.keep(...note.t);
      else this.always.add(note.always);
    }
    this.sampler = new Sampler({ patterns: [...patterns.values()], siblings });
  }

  /** Decides about a new URL. `always`: keep it however many of its pattern are sampled. */
  choose(url: string, always: boolean): Choice {
    return this.sampler.choose(url, always || this.always.has(pathOf(url)));
  }

  /** Adds paths that are never left out. */
  keepAlways(paths: readonly string[]): void {
    for (const path of paths) {
      if (this.always.has(path)) continue;
      this.always.add(path);
      this.newPaths.push(path);
    }
  }

  /** The template of a page, and what rendering its sample showed; null: not known yet. */
  templateOf(url: string): { template: string; verdict: TemplateVerdict | null } {
    const template = this.sampler.patternOf(pathOf(url));
    return { template, verdict: this.verdicts.get(template) ?? null };
  }

  /** Keeps what rendering the sample of a template showed. The first verdict counts. `look`: what it looks like to scripts. */
  judge(template: string, verdict: TemplateVerdict, look: number | null): void {
    if (this.verdicts.has(template)) return;
    const noted: Verdict = look === null ? [template, verdict] : [template, verdict, look];
    this.keep(...noted);
    this.newVerdicts.push(noted);
  }

  private keep(template: string, verdict: TemplateVerdict, look?: number): void {
    this.verdicts.set(template, verdict);
    if (look !== undefined) this.looks.push([look, verdict]);
  }

  /** Patterns with URLs left out. */
  cutPatterns(): PatternCount[] {
    return this.sampler.cut();
  }

  /** Returns notes of what was learnt since the last call. The latest note of a pattern counts. */
  takeNotes(): string[] {
    const { patterns, siblings } = this.sampler.takeChanges();
    const notes: Note[] = [
      ...patterns.map((p) => ({ p })),
      ...siblings.map(({ parent, name }) => ({ s: [parent, name] as [string, string] })),
      ...this.newPaths.map((always) => ({ always })),
      ...this.newVerdicts.map((t) => ({ t })),
    ];
    this.newPaths = [];
    this.newVerdicts = [];
    return notes.map((note) => JSON.stringify(note));
  }
}
