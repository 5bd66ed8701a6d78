import type { Benchmark, Context, Figures, Rounds } from "./benchmark.ts";
import { thisMachine, watchLoad } from "./machine.ts";
import { shown } from "./numbers.ts";
import { versionOf } from "./peers.ts";
import type { Result } from "./results.ts";

async function inTurns(
  rounds: number,
  contenders: Record<string, () => Promise<Figures>>,
  say: (text: string) => void,
): Promise<Rounds> {
  const found: Rounds = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(contenders)) {
      const figures = await run();
      found[name]!.push(figures);
      const text = Object.entries(figures).map(([figure, value]) => `${figure} ${shown(value)}`);
      say(`${round + 1}/${rounds} ${name}: ${text.join(", ")}`);
    }
  return found;
}

/** Versions of a benchmark's peers that are packages. */
function versionsOf({ peers }: Benchmark): Record<string, string> {
  const found = peers.map((peer): [string, string | null] => [peer, versionOf(peer)]);
  return Object.fromEntries(found.filter((each): each is [string, string] => each[1] !== null));
}

/** Runs one benchmark. Rejects if it fails, after it has cleaned up. */
export async function runBenchmark(benchmark: Benchmark, form: Result["form"]): Promise<Result> {
  const startedAt = Date.now();
  const say = (text: string) => console.log(`  ${benchmark.name} ${text}`);
  const cleanUps: Array<() => unknown> = [];
  const missing: Record<string, string> = {};
  const versions = versionsOf(benchmark);
  const load = watchLoad();
  const context: Context<object> = {
    size: benchmark.sizes[form],
    say,
    inTurns: (rounds, contenders) => inTurns(rounds, contenders, say),
    missing: (peer, why) => {
      missing[peer] = why;
      say(`${peer} is missing: ${why}`);
    },
    uses: (program, version) => void (versions[program] = version),
    defer: (cleanUp) => void cleanUps.push(cleanUp),
  };
  try {
    const measures = await benchmark.run(context);
    if (measures.length === 0) throw new Error("nothing was measured");
    const seconds = (Date.now() - startedAt) / 1_000;
    return {
      name: benchmark.name,
      at: new Date(startedAt).toISOString(),
      form,
      seconds: Math.round(seconds),
      machine: thisMachine(),
      load: load(),
      versions,
      missing,
      measures,
    };
  } finally {
    load();
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
}
