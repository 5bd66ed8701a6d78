/** A generator of numbers that is the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws of the normal and the Poisson distribution from a generator. */
export function drawsOf(random: () => number) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const poisson = (mean: number) => {
    let count = 0;
    for (let left = Math.exp(-Math.min(mean, 50)); left < 1;) {
      left /= random() || 1e-9;
      if (left < 1) count++;
    }
    return count;
  };
  return { normal, poisson };
}
