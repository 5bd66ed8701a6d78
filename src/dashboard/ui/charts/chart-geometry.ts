/** Where the parts of a chart are. Across, in per cent of its width; down, in pixels: the width is the window's. */

import { DAY_MS, dayNumber } from "../../../lib/time/time";

/** Dates below a chart at most. */
const MOST_DATES = 5;
/** What is below that is drawn as zero. */
const LEAST = 1e-6;
const STEPS = [1, 2, 2.5, 5, 10];

export interface Scale {
  top: number;
  /** From 0 up. */
  ticks: number[];
}

/** A scale from 0 in round steps, at most five of them. `whole`: things are counted, so there are no halves. */
export function scaleOf(values: readonly (number | null)[], whole: boolean, max?: number): Scale {
  const highest = max ?? Math.max(0, ...values.map((value) => value ?? 0));
  if (highest < LEAST) return { top: 1, ticks: [0, 1] };
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const fits = STEPS.map((step) => step * power).find((step) => step >= rough && (!whole || Number.isInteger(step)));
  const step = fits ?? (whole ? Math.max(1, Math.ceil(rough)) : rough);
  const count = Math.ceil(highest / step - 1e-9);
  // Sums of steps such as 0.1 are not round.
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, i) => Number((i * step).toPrecision(12))) };
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** Where times in ms are, from 0 to 100. A single one is in the middle. `margin`: half a bar at both ends. */
export function placesAcross(times: readonly number[], margin = 0): (time: number) => number {
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const around = margin > 0 || first === last ? Math.max(margin, DAY_MS / 2) : 0;
  const [from, width] = [first - around, last - first + 2 * around];
  return (time) => rounded(((time - from) / width) * 100);
}

/** The times that are named below a chart: evenly spread ones of those that have data, the last among them. */
export function datesBelow(times: readonly number[], most = MOST_DATES): number[] {
  // A day with two audits is named once.
  const days = times.filter((time, i) => dayNumber(time) !== dayNumber(times[i + 1] ?? NaN));
  if (days.length <= most) return days;
  const step = Math.ceil((days.length - 1) / (most - 1));
  return days.filter((_, i) => (days.length - 1 - i) % step === 0);
}

/** Where a name below its place ends up: those at the edges stay within the drawing. */
export const anchorOf = (place: number) => (place < 5 ? "start" : place > 95 ? "end" : "middle");

/** Drops names that would run into the next one, the latest stays. `width`: of a name, in per cent. */
export function withRoom(places: readonly number[], width: number): number[] {
  const shift = { start: width / 2, middle: 0, end: -width / 2 };
  const middleOf = (place: number) => place + shift[anchorOf(place)];
  const kept: number[] = [];
  for (const place of [...places].reverse())
    if (kept.length === 0 || middleOf(kept.at(-1)!) - middleOf(place) >= width) kept.push(place);
  return kept.reverse();
}

type Point = readonly [x: number, y: number];

/** The points of a line in runs without gaps. */
export function runsOf(
  values: readonly (number | null)[],
  xOf: (i: number) => number,
  yOf: (value: number) => number,
): Point[][] {
  const runs: Point[][] = [[]];
  for (const [i, value] of values.entries())
    if (value === null) runs.push([]);
    else runs.at(-1)!.push([xOf(i), rounded(yOf(value))]);
  return runs.filter((run) => run.length > 0);
}

/** Of each line: which one it is of those with the same values, and how many those are. All of them stay visible. */
export function sameLines(lines: readonly (readonly (number | null)[])[]): { nth: number; of: number }[] {
  const keys = lines.map((values) => values.join());
  return keys.map((key, i) => ({
    nth: keys.slice(0, i).filter((each) => each === key).length,
    of: keys.filter((each) => each === key).length,
  }));
}

/** Moves labels apart until each has its room between `low` and `high`, in the order of their places. */
export function spreadLabels(places: readonly number[], room: number, low: number, high: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]! || a - b);
  const moved = [...places];
  let below = low;
  for (const i of order) below = (moved[i] = Math.max(moved[i]!, below)) + room;
  let above = high;
  for (const i of order.reverse()) above = (moved[i] = Math.min(moved[i]!, above)) - room;
  return moved.map(rounded);
}
