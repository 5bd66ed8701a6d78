import { hashText } from "../../../lib/numbers/hash-text";

/** Pools that one domain's renders are spread over when the first ones are busy. */
const SPREAD = 4;

/** The name of a pool's object. The first one also keeps the browser time of the day for all of them. */
export function poolName(index: number): string {
  return index === 0 ? LEDGER_POOL : `pool-${index}`;
}

export const LEDGER_POOL = "pool";

/**
 * The pools for a domain's renders, the preferred one first (rendezvous hashing). Changing the number of pools moves only
 * the domains of the pools that were added or removed.
 */
export function poolsFor(domainId: string, pools: number): string[] {
  const names = Array.from({ length: pools }, (_, index) => poolName(index));
  const ranked = names.map((name) => ({ name, rank: hashText(`${domainId} ${name}`) }));
  ranked.sort((left, right) => right.rank - left.rank);
  return ranked.slice(0, SPREAD).map(({ name }) => name);
}

/** A number of the pool that a domain prefers. */
export function poolNumber(domainId: string, pools: number): number {
  return pools === 1 ? 0 : hashText(poolsFor(domainId, pools)[0]!);
}
