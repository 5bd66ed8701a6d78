import { seeded } from "../support/seeded.ts";

/** A fault, and the pause before it. `holdMs`: how long the disk stays full. */
export type Step = { afterMs: number } & (
  | { kind: "kill" }
  | { kind: "fill"; holdMs: number }
  | { kind: "jump"; seconds: number; running: boolean }
);

export interface Wanted {
  seed: number;
  kills: number;
  /** How often the disk is full for a while. */
  fills: number;
  /** How often the clock jumps. */
  jumps: number;
}

const HOUR = 3_600;
/** Forward by an hour or a day, and back by an hour. Several in a row add up. */
const JUMPS = [HOUR, -HOUR, 24 * HOUR];

/** What happens, and when. The same for the same wishes; what it hits also depends on the machine. */
export function planOf({ seed, kills, fills, jumps }: Wanted): Step[] {
  const random = seeded(seed);
  const pause = () => Math.round(1_000 + random() * 11_000);
  const steps: Step[] = [
    ...Array.from({ length: kills }, (): Step => ({ kind: "kill", afterMs: pause() })),
    ...Array.from({ length: fills }, (): Step => ({
      kind: "fill",
      afterMs: pause(),
      holdMs: Math.round(4_000 + random() * 8_000),
    })),
    ...Array.from({ length: jumps }, (_, i): Step => ({
      kind: "jump",
      afterMs: pause(),
      seconds: JUMPS[i % 3]!,
      running: random() < 0.5,
    })),
  ];
  return steps
    .map((step) => ({ step, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ step }) => step);
}

/** Numbers of one load, so that no load's depend on how often another one asks for one. */
export function randomOf(seed: number, name: string): () => number {
  let sum = seed;
  for (const letter of name) sum = Math.imul(sum, 31) + letter.codePointAt(0)!;
  return seeded(sum);
}
