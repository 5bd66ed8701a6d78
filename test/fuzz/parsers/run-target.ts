import { Draw } from "../draw.ts";
import { makeInput } from "./generate.ts";
import type { Target } from "./target.ts";

/** Something that an input of a target does and must not. */
export interface Finding {
  target: string;
  message: string;
  /** As short as it was made. */
  input: string;
}

/** A part of a target's inputs, by their numbers. */
export interface Part {
  target: string;
  seed: number;
  from: number;
  count: number;
  /** Whether to measure the slowest inputs, by time per character, and some others at growing lengths. */
  isTimed: boolean;
}

export interface PartResult {
  target: string;
  count: number;
  characters: number;
  cpuMs: number;
  /** Inputs whose time was measured at growing lengths. */
  grown: number;
  findings: Finding[];
}

const SAMPLED = 1_000;
const SLOWEST = 3;
const MOST_FINDINGS = 3;

/** The work of this thread so far. */
export type Work = () => number;

/** CPU time, in microseconds. */
const cpuTime: Work = () => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

/**
 * Runs a part. `onInput` is told which input comes next, so that somebody else can end one that hangs; numbers beyond
 * the part are those of measurements. `work`: what tells
 * how much was done, in microseconds.
 */
export async function runPart(
  target: Target,
  part: Part,
  onInput: (index: number) => void,
  work: Work = cpuTime,
): Promise<PartResult> {
  const { name } = target;
  const result: PartResult = { target: name, count: 0, characters: 0, cpuMs: 0, grown: 0, findings: [] };
  const seen = new Set<string>();
  let slowest: Array<{ text: string; perCharacter: number }> = [];
  const note = (message: string, input: string) => {
    const kind = message.replaceAll(/\d+/g, "0").slice(0, 60);
    if (seen.has(kind) || result.findings.length >= MOST_FINDINGS) return;
    seen.add(kind);
    result.findings.push({ target: name, message, input });
  };
  for (let index = part.from; index < part.from + part.count; index++) {
    onInput(index);
    const seed = seedOf(part.seed, name, index);
    const text = makeInput(new Draw(seed), target);
    const before = work();
    const failure = await failureOf(target, text, seed);
    const micros = work() - before;
    result.count++;
    result.characters += text.length;
    result.cpuMs += micros / 1_000;
    if (failure !== null) {
      const input = await shortened(target, text, seed);
      note((await failureOf(target, input, seed)) ?? failure, input);
    }
    const perCharacter = micros / (text.length + 50);
    if (perCharacter > (slowest.at(-1)?.perCharacter ?? 0) || slowest.length < SLOWEST)
      slowest = [...slowest, { text, perCharacter }].sort((a, b) => b.perCharacter - a.perCharacter).slice(0, SLOWEST);
    if (index % SAMPLED === 0) slowest.push({ text, perCharacter: 0 });
  }
  let measured = part.from + part.count;
  const watched = {
    ...target,
    parse: (text: string) => {
      onInput(measured++);
      return target.parse ? target.parse(text) : target.run(text, new Draw(1));
    },
  };
  for (const { text } of part.isTimed ? slowest : []) {
    result.grown++;
    const growth = growthOf(watched, text, work);
    if (growth !== null) note(growth, text);
  }
  return result;
}

function seedOf(seed: number, name: string, index: number): number {
  let hash = seed;
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) | 0;
  return (hash + Math.imul(index, 0x9e3779b1)) | 0;
}

async function failureOf({ run }: Target, text: string, seed: number): Promise<string | null> {
  try {
    // Only few targets wait for something.
    const waiting = run(text, new Draw(seed ^ 0x55555555));
    if (waiting) await waiting;
    return null;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

/** The input without the pieces that its failure does not need. */
async function shortened(target: Target, text: string, seed: number): Promise<string> {
  let shortest = text;
  const fails = async (tried: string) => {
    for (let other = 0; other < 4; other++) if ((await failureOf(target, tried, seed + other)) !== null) return true;
    return false;
  };
  for (let size = Math.ceil(text.length / 2), tries = 0; size >= 1 && tries < 2_000;) {
    let isShorter = false;
    for (let at = 0; at < shortest.length && tries < 2_000; tries++) {
      const tried = shortest.slice(0, at) + shortest.slice(at + size);
      if (await fails(tried)) {
        shortest = tried;
        isShorter = true;
      } else at += size;
    }
    if (!isShorter || size > 1) size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return shortest;
}

type Watched = Target & Required<Pick<Target, "parse">>;

/** Below this many ms, measurements are too noisy. */
const FLOOR_MS = 1;

/** Says how the time of a text that is repeated grows, if faster than its length; else null. */
function growthOf(target: Watched, text: string, work: Work): string | null {
  if (text.length < 2) return null;
  const longest = Math.min(target.bound ?? 80_000, 80_000);
  const sizes = [1, 2, 4].map((times) => (longest / 4) * times);
  const at = (size: number, runs: number) =>
    msOf(target, text.repeat(Math.ceil(size / text.length)).slice(0, size), runs, work);
  if (at(sizes[1]!, 1) < 2 * FLOOR_MS) return null;
  const times = sizes.map((size) => at(size, 1));
  if (!isSteep(times)) return null;
  const again = sizes.map((size) => at(size, 5));
  return isSteep(again)
    ? `the time grows faster than the length: ${again.map((ms) => ms.toFixed(1)).join(", ")} ms`
    : null;
}

/** Twice the text takes more than three times the time, twice. */
const isSteep = ([one, two, four]: number[]) =>
  two! > 3 * Math.max(FLOOR_MS, one!) && four! > 3 * two! && four! > 10 * FLOOR_MS;

/** The work of one parse: the minimum of some runs, because others only add to its time. */
function msOf({ parse }: Watched, text: string, runs: number, work: Work): number {
  let least = Infinity;
  for (let time = 0; time < runs; time++) {
    const before = work();
    try {
      const waiting = parse(text);
      if (waiting instanceof Promise) waiting.catch(() => {});
    } catch {
      // Short inputs show what fails.
    }
    least = Math.min(least, (work() - before) / 1_000);
  }
  return least;
}
