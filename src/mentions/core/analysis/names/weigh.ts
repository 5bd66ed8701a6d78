import { commonness, type Commonness, SIGNS, weighable, type Signs, type NameScene } from "./evidence";
import type { BrandHit } from "./find";
import { probability } from "./probability";
import learnt from "./weights.json";

/**
 * A name at one place is meant if the probability is at least this much; below `UNSURE` it is not. Doubt never flatters: the
 * monitored brand must be likely, a rival need only be possible.
 */
export const MEANT = 0.65;
export const RIVAL_MEANT = 0.35;
export const UNSURE = 0.25;

/** Inputs about the name alone. */
const FIRST = 6;

/** A language model's verdict counts only between these: an invented name is no word, and "target audience" no company. */
export interface Band {
  impossible: number;
  certain: number;
}
export const BAND: Band = { impossible: 0.01, certain: 0.97 };
/** The same for a model that was right about the controls. */
export const WIDE_BAND: Band = { impossible: 0.001, certain: 0.995 };

/** Signs that change what the others say. */
const FRAMES = [SIGNS.indexOf("no case in this script"), SIGNS.indexOf("no rival in the answer")];

/** How often each sign is an input: alone, by how common the name is as a word, and in each frame. */
export const TURNS = ["", " × common", " × no case", " × no rival"] as const;

/** The inputs of the model: about the name alone, and each sign in its turns. */
export function inputsOf(signs: Signs, { here, english, spread, most }: Commonness): Float64Array {
  const inputs = new Float64Array(FIRST + TURNS.length * SIGNS.length);
  inputs.set([1, here, english, most > 0 ? 1 : 0, spread, most]);
  const factors = [1, most > 0 ? 0.5 + most / 2 : 0, ...FRAMES.map((frame) => signs[frame]!)];
  for (const [turn, factor] of factors.entries())
    for (let i = 0; i < SIGNS.length; i++) inputs[FIRST + turn * SIGNS.length + i] = signs[i]! * factor;
  return inputs;
}

/** The name by which the world knows a brand that is written in another script here: "Google" for 구글. */
function worldwide({ brand, spelling }: BrandHit): string {
  const latin = /^\p{sc=Latin}/u;
  if (latin.test(spelling)) return spelling;
  return brand.terms.find((term) => term.kind === "name" && latin.test(term.spelling))?.spelling ?? spelling;
}

/** A domain or a handle ("@acme", "#Acme") is a name, whatever word it is. */
const isCertain = ({ text }: NameScene, { kind, start }: BrandHit): boolean =>
  kind === "domain" || text[start - 1] === "@" || text[start - 1] === "#";

/** At least this probability makes a name a witness for others near it. */
const WITNESS = 0.8;

/**
 * The model's inputs for each hit; null: nothing to weigh. Names that are no words are the first
 * witnesses for others near them. With `first`, the weights of a first look, so is every name that was likely meant then.
 */
export function weighed(
  scene: NameScene,
  hits: readonly BrandHit[],
  first: ArrayLike<number> | null,
): Array<Float64Array | null> {
  const common = hits.map((hit): Commonness => {
    const name = commonness(hit.spelling, scene.languages, worldwide(hit));
    if (!hit.inflected) return name;
    const found = commonness(scene.text.slice(hit.start, hit.end), scene.languages);
    return { ...name, here: Math.max(name.here, found.here), most: Math.max(name.most, found.most) };
  });
  const inputs = (likely: readonly number[]) => {
    const sure = new Set(hits.filter((_, i) => likely[i]! >= WITNESS));
    return weighable(scene, hits, (hit) => sure.has(hit), likely).map((signs, i) =>
      isCertain(scene, hits[i]!) ? null : inputsOf(signs, common[i]!),
    );
  };
  const looked = inputs(hits.map((hit, i) => Number(isCertain(scene, hit) || common[i]!.most <= 0.25)));
  if (first === null) return looked;
  return inputs(looked.map((each) => (each === null ? 1 : probability(each, first))));
}

/** How likely each hit means its company. */
export function nameProbabilities(scene: NameScene, hits: readonly BrandHit[]): number[] {
  return weighed(scene, hits, learnt.first).map((inputs) =>
    inputs === null ? 1 : probability(inputs, learnt.weights),
  );
}

/** Separates the hits that mean the brand from those that may, and from those that are another word or company. */
export function meantHits(
  hits: readonly BrandHit[],
  likely: readonly number[],
  { company, other }: Record<"company" | "other", ReadonlySet<BrandHit>>,
  { impossible, certain }: Band = BAND,
): { meant: BrandHit[]; unsure: BrandHit[] } {
  const meant: BrandHit[] = [];
  const unsure: BrandHit[] = [];
  for (const [i, hit] of hits.entries()) {
    const p = likely[i]!;
    if (company.has(hit) && p >= impossible) meant.push(hit);
    else if (!other.has(hit) || p >= certain) {
      if (p >= (hit.brand.key === 0 ? MEANT : RIVAL_MEANT)) meant.push(hit);
      else if (p >= UNSURE) unsure.push(hit);
    }
  }
  return { meant, unsure };
}
