/** The contender that the others are compared with. */
export const OURS = "Crawlready";

/** Figures of one round, by name. */
export type Figures = Record<string, number>;
/** Each contender's figures, one entry per round. */
export type Rounds = Record<string, Figures[]>;

/**
 * One thing that was measured. If Crawlready is among the contenders, the others are its peers. If not, the contenders are sizes of
 * the same work, the smallest first.
 */
export interface Measure {
  /** Such as "pages per second". */
  what: string;
  unit: string;
  better: "more" | "less";
  /** One value per round, by contender. All contenders take part in each round. */
  values: Record<string, number[]>;
  /** Where it is shown: in the picture too, on the page (if omitted), or only in the output and the file. */
  shown?: "picture" | "page" | "file";
}

export interface Context<Size> {
  size: Size;
  /** Runs every contender once per round, in turns: A B A B. */
  inTurns: (rounds: number, contenders: Record<string, () => Promise<Figures>>) => Promise<Rounds>;
  /** Reports a peer that can't take part on this machine. */
  missing: (peer: string, why: string) => void;
  /** Reports the version of a program that is not a package. */
  uses: (program: string, version: string) => void;
  /** Runs after the benchmark, even if it fails, the last one first. */
  defer: (cleanUp: () => unknown) => void;
  /** Tells whoever watches what happens. */
  say: (text: string) => void;
}

/** A benchmark: one module of bench/benchmarks. `run` rejects if what it measures gave a wrong result. */
export interface Benchmark<Size = object> {
  /** As given on the command line. */
  name: string;
  /** What is measured, and under which conditions: one or two sentences. */
  measures: string;
  /** With what it is compared: names of peers, or what they are. */
  peers: readonly string[];
  sizes: { short: Size; long: Size };
  run: (context: Context<Size>) => Promise<Measure[]>;
}

/** Checks a benchmark's types and hides that of its sizes. */
export function defineBenchmark<Size extends object>(benchmark: Benchmark<Size>): Benchmark {
  return benchmark as unknown as Benchmark;
}

type Described = Omit<Measure, "values">;

/** Turns rounds into measures: for each described figure the values of all contenders. */
export function measuresOf(rounds: Rounds, described: Record<string, Described>): Measure[] {
  return Object.entries(described).map(([figure, { what, unit, better, shown }]) => ({
    what,
    unit,
    better,
    shown,
    values: Object.fromEntries(
      Object.entries(rounds).map(([name, each]) => [name, each.map((round) => round[figure]!)]),
    ),
  }));
}
