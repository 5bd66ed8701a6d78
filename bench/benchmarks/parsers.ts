import { median } from "../../src/lib/numbers/median.ts";
import { defineBenchmark, type Measure } from "../harness/benchmark.ts";
import { importSources } from "../support/import-sources.ts";

/** Same as in test/unit/security/worst-inputs.ts, whose imports only a bundler resolves. */
interface WorstInput {
  parser: string;
  input: string;
  make: (size: number) => string;
  parse: (text: string) => unknown;
  bound?: string;
}

interface Sources {
  WORST_INPUTS: readonly WorstInput[];
  loadWordFiles: () => void;
}

/** Shorter work is repeated until it takes this long. */
const LEAST_MS = 10;
/** Longer work is measured once. */
const LONG_MS = 200;

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  let times = 0;
  let spent = 0;
  while (spent < LEAST_MS && times < 10_000) {
    work();
    times++;
    const { user, system } = process.cpuUsage(before);
    spent = (user + system) / 1_000;
  }
  return spent / times;
}

/** CPU time in ms of parsing each text, in turns. */
function measure(parse: WorstInput["parse"], texts: readonly string[], rounds: number): number[][] {
  const found: number[][] = texts.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [size, text] of texts.entries()) {
      const earlier = found[size]!;
      if (earlier.length > 0 && median(earlier) > LONG_MS) earlier.push(median(earlier));
      else earlier.push(cpuMs(() => parse(text)));
    }
  return found;
}

const sizeName = (characters: number) => (characters >= 1e6 ? `${characters / 1e6} MB` : `${characters / 1_000} KB`);

export const parsers = defineBenchmark({
  name: "parsers",
  measures:
    "Parses the worst inputs that we know for each parser of untrusted text, without the bound that refuses or cuts longer text. " +
    "With ten times the text, up to ten times the CPU time means that time grows no faster than the input. Times below 1 ms vary by half.",
  peers: ["the shortest text"],
  sizes: {
    short: { characters: [10_000, 100_000], rounds: 3 },
    long: { characters: [10_000, 100_000, 1_000_000], rounds: 3 },
  },

  async run({ size: { characters, rounds }, say }) {
    const { WORST_INPUTS, loadWordFiles } = await importSources<Sources>(
      "test/unit/security/worst-inputs",
      "test/support/words.setup",
    );
    loadWordFiles();
    const names = characters.map(sizeName);
    const measures = WORST_INPUTS.map(({ parser, input, bound, make, parse }): Measure => {
      const found = measure(parse, characters.map(make), rounds);
      say(`${parser}, ${input}: ${found.map((values) => median(values).toPrecision(2)).join(", ")} ms`);
      return {
        what: `${parser}: ${input}${bound ? ` (bound: ${bound})` : ""}`.replaceAll("|", "/"),
        unit: "ms",
        better: "less",
        shown: "file",
        values: Object.fromEntries(names.map((name, i) => [name, found[i]!])),
      };
    });
    // What takes less than this is measured too coarsely to tell how it grows.
    const tellable = measures.filter(({ values }) => median(values[names[1]!]!) > 1);
    const total = (name: string) =>
      Array.from({ length: rounds }, (_, round) =>
        tellable.reduce((sum, { values }) => sum + values[name]![round]!, 0),
      );
    const all: Measure = {
      what: `CPU for the ${tellable.length} inputs that take over 1 ms at ${names[1]}, together`,
      unit: "ms",
      better: "less",
      shown: "picture",
      values: Object.fromEntries(names.map((name) => [name, total(name)])),
    };
    return [all, ...measures];
  },
});
