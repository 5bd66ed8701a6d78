import { CharSet } from "./char-set";
import { PatternFault, PatternReader, type Assertion, type PatternNode } from "./pattern-syntax";

/** One instruction of a compiled pattern. `split` tries `next` first. `save` keeps a position. */
type Step =
  | { op: "set"; set: CharSet }
  | { op: "split"; next: number; other: number }
  | { op: "jump"; next: number }
  | { op: "save"; slot: number }
  | { op: "assert"; assertion: Assertion }
  | { op: "match" };

/** A regular expression that is ready to search. */
export interface Pattern {
  steps: readonly Step[];
  /** Text that every match begins with. */
  prefix: string;
  hasGroup: boolean;
}

/** Each step may be taken at each character, so their number is bounded. */
const MAX_STEPS = 500;
/** Not every part of a pattern becomes a step, so the parts are bounded as well, each as often as it is repeated. */
const MAX_PARTS = 2_000;
/** A longer prefix finds no fewer places, and looking for it takes longer. */
const MAX_PREFIX = 32;

interface Program {
  steps: Step[];
  parts: number;
}

/** Reads a regular expression. What could take more than linear time is refused by name. */
export function parsePattern(text: string): { pattern: Pattern } | { reason: string } {
  try {
    const node = new PatternReader(text).read();
    const program: Program = { steps: [], parts: 0 };
    emit(node, program);
    const { steps } = program;
    steps.push({ op: "match" });
    const pattern = { steps, prefix: prefixOf(steps), hasGroup: steps.some((step) => step.op === "save") };
    return { pattern };
  } catch (error) {
    if (error instanceof PatternFault) return { reason: error.message };
    throw error;
  }
}

function emit(node: PatternNode, program: Program): void {
  const { steps } = program;
  if (steps.length > MAX_STEPS || ++program.parts > MAX_PARTS)
    throw new PatternFault("is too long, counting what its quantifiers repeat");
  if (node.kind === "set") steps.push({ op: "set", set: new CharSet(node.ranges) });
  else if (node.kind === "assertion") steps.push({ op: "assert", assertion: node.assertion });
  else if (node.kind === "sequence") for (const part of node.parts) emit(part, program);
  else if (node.kind === "either") emitEither(node.options, program);
  else if (node.kind === "repeat") emitRepeat(node, program);
  else if (node.number !== 1) emit(node.of, program);
  else {
    steps.push({ op: "save", slot: 1 });
    emit(node.of, program);
    steps.push({ op: "save", slot: 2 });
  }
}

function emitEither(options: readonly PatternNode[], program: Program): void {
  const { steps } = program;
  const jumps: Array<{ op: "jump"; next: number }> = [];
  options.forEach((option, i) => {
    if (i === options.length - 1) return emit(option, program);
    const split = { op: "split" as const, next: steps.length + 1, other: 0 };
    steps.push(split);
    emit(option, program);
    const jump = { op: "jump" as const, next: 0 };
    jumps.push(jump);
    steps.push(jump);
    split.other = steps.length;
  });
  for (const jump of jumps) jump.next = steps.length;
}

function emitRepeat({ of, min, max, isLazy }: Extract<PatternNode, { kind: "repeat" }>, program: Program): void {
  const { steps } = program;
  const split = () => {
    const step = { op: "split" as const, next: steps.length + 1, other: 0 };
    steps.push(step);
    return (end: number) => {
      if (isLazy) [step.next, step.other] = [end, step.next];
      else step.other = end;
    };
  };
  for (let i = 0; i < min; i++) emit(of, program);
  if (max === Infinity) {
    const start = steps.length;
    const leave = split();
    emit(of, program);
    steps.push({ op: "jump", next: start });
    leave(steps.length);
    return;
  }
  const leaves = [];
  for (let i = min; i < max; i++) {
    leaves.push(split());
    emit(of, program);
  }
  for (const leave of leaves) leave(steps.length);
}

function prefixOf(steps: readonly Step[]): string {
  let prefix = "";
  for (const step of steps) {
    if (step.op === "save") continue;
    if (step.op !== "set" || step.set.ranges.length !== 2 || step.set.ranges[0] !== step.set.ranges[1]) break;
    if (prefix.length === MAX_PREFIX) break;
    prefix += String.fromCharCode(step.set.ranges[0]!);
  }
  return prefix;
}
