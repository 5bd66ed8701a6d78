/**
 * In how many seconds a render that nobody waits for is due, so that those of a pool come together and share a browser. `phase`: a
 * number of the pool, because pools need not gather at the same time. From 1 to `gatherSeconds`; 0 if nothing is gathered.
 */
export function secondsToGathering(gatherSeconds: number, phase: number, now: number): number {
  if (gatherSeconds === 0) return 0;
  return gatherSeconds - ((Math.floor(now / 1_000) + (phase % gatherSeconds)) % gatherSeconds);
}
