import type { Draw } from "../draw.ts";
import type { Material } from "./generate.ts";

/** A parser of strangers' text, with what has to hold for every input. */
export interface Target extends Material {
  name: string;
  /** @throws what the parser is not documented to throw, or a `Broken` if something does not hold. */
  run: (text: string, draw: Draw) => void | Promise<void>;
  /** The parser alone, whose time must grow linearly; `run` if there is none. */
  parse?: (text: string) => unknown;
  /** Characters of the longest text that reaches it, if that is short. Its time is not measured beyond. */
  bound?: number;
}

/** Something that has to hold for an input does not. */
export class Broken extends Error {}

export function holds(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Broken(what);
}

/** Compares values that JSON can hold. */
export function same(one: unknown, two: unknown, what: string): void {
  const [a, b] = [JSON.stringify(one), JSON.stringify(two)];
  if (a !== b) throw new Broken(`${what}: ${firstDifference(a ?? "", b ?? "")}`);
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const around = (text: string) => text.slice(Math.max(0, at - 40), at + 60);
  return `${around(a)} ≠ ${around(b)}`;
}
