/**
 * How far a clock is off, in ms, if it was read between two readings of ours. 0 if its reading lies between them; negative if it is
 * behind.
 */
export function clockOffset(reading: number, before: number, after: number): number {
  if (reading < before) return reading - before;
  return reading > after ? reading - after : 0;
}
