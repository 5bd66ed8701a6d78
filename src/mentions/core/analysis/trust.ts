import type { BrandHit } from "./names/find";
import { hitsOf, type ReadNames } from "./judgement";
import type { Judgement } from "./judgement-schema";
import { BAND } from "./names/weigh";

/** Above this, a denial is beyond doubt; below the other, there is none. */
const DENIED = 0.95;
const NOT_DENIED = 0.02;

/** Whether the rules are sure of what a claim says of a name: 1 it is so, −1 it is not so, 0 they are not sure. */
function agreement(sense: Judgement["names"][number]["sense"], likely: number, denied: number): number {
  const certain = likely >= BAND.certain && denied <= NOT_DENIED;
  if (sense === "company") return certain ? 1 : likely <= BAND.impossible || denied >= DENIED ? -1 : 0;
  if (sense === "other") return likely <= BAND.impossible ? 1 : certain ? -1 : 0;
  return denied >= DENIED ? 1 : certain ? -1 : 0;
}

/** How far a model's reply may be believed. */
export interface Trust {
  /** Any claim. */
  claims: boolean;
  /** Claims that change what a name means. */
  senses: boolean;
}

/**
 * Where the rules are sure, they are almost always right, so a reply that contradicts them there as often as it agrees is not
 * believed where they are not; nor is one that is wrong about the controls. What a name means is changed only by a reply
 * that is right about something known.
 */
export function trustIn(judgement: Judgement, read: ReadNames): Trust {
  if (judgement.passed === false) return { claims: false, senses: false };
  const votes = new Map<BrandHit["brand"], number>();
  const index = new Map(read.hits.map((hit, i) => [hit, i]));
  for (const claim of judgement.names)
    for (const hit of hitsOf(claim, read)) {
      const vote = agreement(claim.sense, read.likely[index.get(hit)!]!, read.denied.get(hit)!);
      votes.set(hit.brand, (votes.get(hit.brand) ?? 0) + vote);
    }
  const agreed = [...votes.values()].filter((vote) => vote > 0).length + Number(judgement.passed === true);
  const contradicted = [...votes.values()].filter((vote) => vote < 0).length;
  const claims = contradicted === 0 || contradicted < agreed;
  return { claims, senses: claims && agreed > 0 };
}
