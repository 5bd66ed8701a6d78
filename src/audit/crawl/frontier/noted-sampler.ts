import { pathOf } from "../../../lib/hosts/url";
import { Sampler, type Choice, type PatternCount } from "../../model/run/sampling";

/** What the sampler learns, as JSON: a pattern with its counts, a sibling's parent and name, or a path never left out. */
type Note = { p: PatternCount } | { s: [parent: string, name: string] } | { always: string };

/** A run's sampler, with the paths that it never leaves out, and the notes from which it is made again. */
export class NotedSampler {
  private readonly sampler: Sampler;
  private readonly always = new Set<string>();
  private newPaths: string[] = [];

  constructor(notes: readonly string[] = []) {
    const patterns = new Map<number, PatternCount>();
    const siblings: Array<{ parent: string; name: string }> = [];
    for (const text of notes) {
      const note = JSON.parse(text) as Note;
      if ("p" in note) patterns.set(note.p.id, note.p);
      else if ("s" in note) siblings.push({ parent: note.s[0], name: note.s[1] });
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
    ];
    this.newPaths = [];
    return notes.map((note) => JSON.stringify(note));
  }
}
