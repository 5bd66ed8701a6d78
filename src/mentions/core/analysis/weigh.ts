import { commonness, type Commonness, SIGNS, weighable, type Evidence, type Scene } from "./evidence";
import type { BrandHit } from "./find";
import type { Verdicts } from "./judgement";
import learnt from "./weights.json";

/** A name at one place is meant if the probability is at least `MEANT`; below `UNSURE` it is not. */
export const MEANT = 0.5;
export const UNSURE = 0.3;

/** Inputs about the name alone. */
const FIRST = 6;

/** The inputs of the model: each sign alone, and each again multiplied by how common the name is as a word. */
export function inputsOf(signs: Evidence, { here, english, spread, most }: Commonness): Float64Array {
  const inputs = new Float64Array(FIRST + 2 * SIGNS.length);
  inputs.set([1, here, english, most > 0 ? 1 : 0, spread, most]);
  for (let i = 0; i < SIGNS.length; i++) {
    inputs[FIRST + i] = signs[i]!;
    inputs[FIRST + SIGNS.length + i] = signs[i]! * (most > 0 ? 0.5 + most / 2 : 0);
  }
  return inputs;
}

export function probability(inputs: Float64Array, weights: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < inputs.length; i++) sum += inputs[i]! * weights[i]!;
  return 1 / (1 + Math.exp(-sum));
}

/** A hit with the model's inputs; null: nothing to weigh, such as a domain. */
export function weighed(scene: Scene, hits: readonly BrandHit[]): Array<Float64Array | null> {
  const common = hits.map((hit) => commonness(hit.spelling, scene.languages));
  const surface = hits.map((hit, i) =>
    hit.inflected ? commonness(scene.text.slice(hit.start, hit.end), scene.languages) : common[i]!,
  );
  const most = hits.map((_, i) => Math.max(common[i]!.most, surface[i]!.most));
  const sure = new Set(hits.filter((hit, i) => hit.kind === "domain" || most[i] === 0));
  const signs = weighable(scene, hits, (hit) => sure.has(hit));
  return hits.map((hit, i) =>
    hit.kind === "domain"
      ? null
      : inputsOf(signs[i]!, {
          here: Math.max(common[i]!.here, surface[i]!.here),
          english: common[i]!.english,
          spread: common[i]!.spread,
          most: most[i]!,
        }),
  );
}

/** Separates the hits that mean the brand from those that may, and from those that are another word or company. */
export function meantHits(
  scene: Scene,
  hits: readonly BrandHit[],
  { company, other }: Pick<Verdicts, "company" | "other">,
): { meant: BrandHit[]; unsure: BrandHit[] } {
  const inputs = weighed(scene, hits);
  const meant: BrandHit[] = [];
  const unsure: BrandHit[] = [];
  for (const [i, hit] of hits.entries()) {
    if (company.has(hit)) meant.push(hit);
    else if (!other.has(hit)) {
      const p = inputs[i] === null ? 1 : probability(inputs[i]!, learnt.weights);
      if (p >= MEANT) meant.push(hit);
      else if (p >= UNSURE) unsure.push(hit);
    }
  }
  return { meant, unsure };
}
