import { writeFileSync } from "node:fs";
import path from "node:path";
import { importSources } from "../../bench/support/import-sources.ts";
import { root } from "./config.ts";
import { dot, regression, sigmoid, weightOf, type Example } from "./regression.ts";

/**
 * Learns the weights by which the rules judge whether an answer knows nothing of a name that it names
 * (src/mentions/core/analysis/denial-weights.json) from all labelled answers, and prints figures, each batch judged by what
 * the others teach. Run it after train-mentions.ts, with the same batches; `--faults` lists what is judged wrongly.
 */
const BATCHES = process.argv.slice(2).filter((each) => !each.startsWith("--"));

/** All places of a name that is meant; `meant`: the answer denies it. */
interface Bag {
  batch: string;
  language: string;
  meant: boolean;
  places: Float64Array[];
  text: string;
  name: string;
}
interface Sources {
  denialBags: (batches: readonly string[]) => Bag[];
  loadWordFiles: () => void;
  DENIAL_SIGNS: readonly string[];
}

const STEPS = 12;
/** Places of a name that teach. */
const PLACES = 9;

const batchOf = ({ batch }: Bag) => batch.split(" ")[0]!;

/** A denied name teaches by its first place, because that is what the rules go by; another by all its places. */
function fit(bags: readonly Bag[]): Float64Array {
  const examples = bags.flatMap((bag): Example[] => {
    const places = bag.places.slice(0, bag.meant ? 1 : PLACES);
    return places.map((place) => ({
      place,
      yes: Number(bag.meant),
      share: weightOf(bag) / Math.sqrt(places.length),
    }));
  });
  return regression(examples, new Float64Array(bags[0]!.places[0]!.length), STEPS);
}

const { denialBags, loadWordFiles, DENIAL_SIGNS } = await importSources<Sources>(
  "test/unit/mentions/analysis/corpus/training-bags",
);
loadWordFiles();
const bags = denialBags(BATCHES);
const weights = Array.from(fit(bags), (weight) => Math.round(weight * 1_000) / 1_000);
writeFileSync(path.join(root, "src/mentions/core/analysis/denial-weights.json"), `${JSON.stringify(weights)}\n`);
console.log(`${bags.length} names in answers, ${bags.filter((bag) => bag.meant).length} denied`);
for (const [batch, held] of Map.groupBy(bags, batchOf)) {
  const others = fit(bags.filter((bag) => batchOf(bag) !== batch));
  const judged = held.map((bag) => ({ bag, p: sigmoid(dot(bag.places[0]!, others)) }));
  const right = (denied: boolean) => {
    const of = judged.filter(({ bag }) => bag.meant === denied);
    return `${of.filter(({ p }) => p >= 0.5 === denied).length}/${of.length}`;
  };
  console.log(`${batch}: denied ${right(true)}, standing ${right(false)}`);
  for (const { bag, p } of process.argv.includes("--faults") ? judged : [])
    if (p >= 0.5 !== bag.meant)
      console.log(
        `${bag.meant ? "KEPT" : "LOST"} ${p.toFixed(2)} ${bag.language} ${bag.name} | ${bag.text.slice(0, 300).replaceAll("\n", "\\n")}`,
      );
}
if (process.argv.includes("--weights"))
  for (const [i, name] of ["always", "phrase", "phrase kept", "asked", ...DENIAL_SIGNS].entries())
    console.log(`${weights[i]!.toFixed(2).padStart(7)} ${name}`);
