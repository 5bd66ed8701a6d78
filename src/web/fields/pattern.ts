import type { StepBudget } from "./budget";
import type { Pattern } from "./pattern-program";
import type { Assertion } from "./pattern-syntax";

const isWord = (code: number) =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
const isLineEnd = (code: number) => code === 10 || code === 13 || code === 0x20_28 || code === 0x20_29;

function isAt(assertion: Assertion, text: string, at: number): boolean {
  if (assertion === "start") return at === 0;
  if (assertion === "end") return at === text.length;
  if (assertion === "lineStart") return at === 0 || isLineEnd(text.charCodeAt(at - 1));
  if (assertion === "lineEnd") return at === text.length || isLineEnd(text.charCodeAt(at));
  const isEdge = (at > 0 && isWord(text.charCodeAt(at - 1))) !== (at < text.length && isWord(text.charCodeAt(at)));
  return isEdge === (assertion === "word");
}

/** Where a match is: its start and end, and those of its first group, -1 if it took no part. */
export type Match = readonly [start: number, end: number, groupStart: number, groupEnd: number];

/** The threads that stand before a character, the preferred one first. Each step occurs once. */
class Threads {
  readonly steps: Int32Array;
  readonly starts: Int32Array;
  readonly groupStarts: Int32Array;
  readonly groupEnds: Int32Array;
  readonly seen: Int32Array;
  length = 0;
  round = 0;

  constructor(size: number) {
    [this.steps, this.starts, this.groupStarts, this.groupEnds, this.seen] = Array.from(
      { length: 5 },
      () => new Int32Array(size),
    ) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
  }

  clear(): void {
    this.length = 0;
    this.round++;
  }
}

/** Searches one text: all threads move through it together, so no text makes it go back. */
export class PatternSearch {
  private now: Threads;
  private next: Threads;

  constructor(
    private readonly pattern: Pattern,
    private readonly text: string,
    private readonly budget: StepBudget,
  ) {
    this.now = new Threads(pattern.steps.length);
    this.next = new Threads(pattern.steps.length);
  }

  /** The first match that begins at `from` or later; null: there is none. @throws StepsUsedUp */
  find(from: number): Match | null {
    const { steps, prefix } = this.pattern;
    let found: Match | null = null;
    this.now.clear();
    for (let at = from; at <= this.text.length; at++) {
      if (this.now.length === 0) {
        if (found) return found;
        at = prefix === "" ? at : this.text.indexOf(prefix, at);
        if (at < 0) return null;
      }
      if (!found) this.add(this.now, 0, at, at, -1, -1);
      this.budget.spend(1 + this.now.length);
      const code = at < this.text.length ? this.text.charCodeAt(at) : -1;
      this.next.clear();
      for (let i = 0; i < this.now.length; i++) {
        const { steps: places, starts, groupStarts, groupEnds } = this.now;
        const step = steps[places[i]!]!;
        if (step.op === "match") {
          found = [starts[i]!, at, groupStarts[i]!, groupEnds[i]!];
          break;
        }
        if (step.op === "set" && code >= 0 && step.set.has(code))
          this.add(this.next, places[i]! + 1, at + 1, starts[i]!, groupStarts[i]!, groupEnds[i]!);
      }
      [this.now, this.next] = [this.next, this.now];
    }
    return found;
  }

  /** Adds a thread, and those that it becomes before it reads a character. */
  private add(to: Threads, first: number, at: number, start: number, groupStart: number, groupEnd: number): void {
    const { steps } = this.pattern;
    const waiting: Array<[place: number, groupStart: number, groupEnd: number]> = [[first, groupStart, groupEnd]];
    let taken = 0;
    for (let thread = waiting.pop(); thread; thread = waiting.pop()) {
      let [place, from, end] = thread;
      while (to.seen[place] !== to.round) {
        to.seen[place] = to.round;
        taken++;
        const step = steps[place]!;
        if (step.op === "jump") place = step.next;
        else if (step.op === "split") {
          waiting.push([step.other, from, end]);
          place = step.next;
        } else if (step.op === "save") {
          if (step.slot === 1) from = at;
          else end = at;
          place++;
        } else if (step.op === "assert") {
          if (!isAt(step.assertion, this.text, at)) break;
          place++;
        } else {
          const i = to.length++;
          to.steps[i] = place;
          to.starts[i] = start;
          to.groupStarts[i] = from;
          to.groupEnds[i] = end;
          break;
        }
      }
    }
    this.budget.spend(taken);
  }
}
