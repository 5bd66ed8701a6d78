import { seeded } from "../support/seeded.ts";

/** Random decisions that a seed repeats. */
export class Draw {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seeded(seed);
  }

  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number {
    return Math.floor(this.#next() * bound);
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  weighted<T>(list: readonly T[], weightOf: (item: T) => number): T {
    let rest = this.#next() * list.reduce((sum, item) => sum + weightOf(item), 0);
    return list.find((item) => (rest -= weightOf(item)) < 0) ?? list.at(-1)!;
  }
}
