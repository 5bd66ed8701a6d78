import {
  ANY,
  complement,
  DIGITS,
  NOT_LINE_END,
  SPACE,
  union,
  WORD_CHARS,
  withBothCases,
  type Ranges,
} from "./char-set";

export type Assertion = "start" | "end" | "lineStart" | "lineEnd" | "word" | "notWord";

/** A regular expression as a tree. */
export type PatternNode =
  | { kind: "set"; ranges: Ranges }
  | { kind: "assertion"; assertion: Assertion }
  | { kind: "sequence"; parts: PatternNode[] }
  | { kind: "either"; options: PatternNode[] }
  | { kind: "group"; of: PatternNode; number: number }
  | { kind: "repeat"; of: PatternNode; min: number; max: number; isLazy: boolean };

/** A fault of a pattern, in words that follow its name. */
export class PatternFault extends Error {}

const MAX_DEPTH = 20;
const MAX_TIMES = 200;
const CLASSES: Record<string, Ranges> = {
  d: DIGITS,
  D: complement(DIGITS),
  w: WORD_CHARS,
  W: complement(WORD_CHARS),
  s: SPACE,
  S: complement(SPACE),
};
const CONTROLS: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };
const GROUPS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\(\?=|^\(\?!/, "lookahead is not supported"],
  [/^\(\?<[=!]/, "lookbehind is not supported"],
  [/^\(\?>/, "atomic groups are not supported"],
  [/^\(\?(?!:|<[A-Za-z_]\w*>)/, "flags may only stand at its beginning, as (?i), (?s) and (?m)"],
];

/** Reads a regular expression with the syntax of JavaScript, without what can't be matched in linear time. */
export class PatternReader {
  private at = 0;
  private groups = 0;
  private readonly flags: string;
  private readonly text: string;

  constructor(pattern: string) {
    this.flags = /^\(\?([ims]+)\)/.exec(pattern)?.[1] ?? "";
    this.text = this.flags === "" ? pattern : pattern.slice(this.flags.length + 3);
  }

  /** @throws PatternFault */
  read(): PatternNode {
    const node = this.either(0);
    if (this.at < this.text.length) throw new PatternFault("has a ) without a (");
    return node;
  }

  private either(depth: number): PatternNode {
    if (depth > MAX_DEPTH) throw new PatternFault("is nested too deeply");
    const options = [this.sequence(depth)];
    while (this.take("|")) options.push(this.sequence(depth));
    return options.length === 1 ? options[0]! : { kind: "either", options };
  }

  private sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (this.at < this.text.length && !"|)".includes(this.text[this.at]!)) parts.push(this.repeated(depth));
    return { kind: "sequence", parts };
  }

  private repeated(depth: number): PatternNode {
    const of = this.atom(depth);
    const times = this.times();
    if (times === null) return of;
    if (of.kind === "assertion") throw new PatternFault("repeats something without characters");
    const isLazy = this.take("?");
    if (!isLazy && this.take("+")) throw new PatternFault("possessive quantifiers are not supported");
    if (this.times() !== null) throw new PatternFault("has a quantifier that repeats nothing");
    return { kind: "repeat", of, ...times, isLazy };
  }

  private times(): { min: number; max: number } | null {
    if (this.take("*")) return { min: 0, max: Infinity };
    if (this.take("+")) return { min: 1, max: Infinity };
    if (this.take("?")) return { min: 0, max: 1 };
    const counted = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.text.slice(this.at, this.at + 12));
    if (!counted) return null;
    this.at += counted[0].length;
    const min = Number(counted[1]);
    const max = counted[2] === undefined ? min : counted[3] === "" ? Infinity : Number(counted[3]);
    if (min > MAX_TIMES || (max !== Infinity && max > MAX_TIMES))
      throw new PatternFault(`may repeat something at most ${MAX_TIMES} times`);
    if (max < min) throw new PatternFault("has a quantifier whose numbers are in the wrong order");
    return { min, max };
  }

  private atom(depth: number): PatternNode {
    const char = this.text[this.at]!;
    if (char === "(") return this.group(depth);
    if ("*+?".includes(char)) throw new PatternFault("has a quantifier that repeats nothing");
    this.at++;
    if (char === "[") return this.set(this.charClass());
    if (char === ".") return { kind: "set", ranges: this.flags.includes("s") ? ANY : NOT_LINE_END };
    const isMany = this.flags.includes("m");
    if (char === "^") return { kind: "assertion", assertion: isMany ? "lineStart" : "start" };
    if (char === "$") return { kind: "assertion", assertion: isMany ? "lineEnd" : "end" };
    if (char !== "\\") return this.set([char.charCodeAt(0), char.charCodeAt(0)]);
    const next = this.text[this.at];
    if (next === "b" || next === "B") {
      this.at++;
      return { kind: "assertion", assertion: next === "b" ? "word" : "notWord" };
    }
    return this.set(this.escape());
  }

  private group(depth: number): PatternNode {
    const rest = this.text.slice(this.at, this.at + 60);
    for (const [fault, reason] of GROUPS) if (fault.test(rest)) throw new PatternFault(reason);
    const opening = /^\((\?:|\?<\w+>)?/.exec(rest)!;
    this.at += opening[0].length;
    const number = opening[1] === "?:" ? 0 : ++this.groups;
    const of = this.either(depth + 1);
    if (!this.take(")")) throw new PatternFault("has a ( without a )");
    return number === 0 ? of : { kind: "group", of, number };
  }

  private charClass(): Ranges {
    const isNegated = this.take("^");
    const ranges: number[] = [];
    while (!this.take("]")) {
      const from = this.classAtom();
      const isRange = this.text[this.at] === "-" && this.text[this.at + 1] !== "]";
      if (!isRange || from.length !== 2 || from[0] !== from[1]) {
        ranges.push(...from);
        continue;
      }
      this.at++;
      const to = this.classAtom();
      if (to.length !== 2 || to[0]! !== to[1]! || to[0] < from[0]!) throw new PatternFault("has a wrong range in [ ]");
      ranges.push(from[0]!, to[0]);
    }
    const set = this.cased(union(ranges));
    return isNegated ? complement(set) : set;
  }

  private classAtom(): Ranges {
    if (this.at >= this.text.length) throw new PatternFault("has a [ without a ]");
    const code = this.text.charCodeAt(this.at++);
    if (code >= 0xd8_00 && code <= 0xdf_ff) throw new PatternFault("characters such as emoji can't stand in [ ]");
    if (code !== 92) return [code, code];
    if (this.take("b")) return [8, 8];
    return this.escape();
  }

  /** What a backslash begins. */
  private escape(): Ranges {
    const char = this.text[this.at++];
    if (char === undefined) throw new PatternFault("ends with a backslash");
    if (Object.hasOwn(CLASSES, char)) return CLASSES[char]!;
    if (Object.hasOwn(CONTROLS, char)) return [CONTROLS[char]!, CONTROLS[char]!];
    const coded = /^(?:x[\da-fA-F]{2}|u[\da-fA-F]{4})/.exec(this.text.slice(this.at - 1, this.at + 4))?.[0];
    if (coded !== undefined) {
      this.at += coded.length - 1;
      const code = Number.parseInt(coded.slice(1), 16);
      return [code, code];
    }
    if (/[1-9k]/.test(char)) throw new PatternFault("references to groups are not supported");
    if (/[A-Za-z]/.test(char)) throw new PatternFault(`\\${char} is not supported`);
    return [char.charCodeAt(0), char.charCodeAt(0)];
  }

  private cased(ranges: Ranges): Ranges {
    return this.flags.includes("i") ? withBothCases(ranges) : ranges;
  }

  private set(ranges: Ranges): PatternNode {
    return { kind: "set", ranges: this.cased(ranges) };
  }

  private take(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }
}
