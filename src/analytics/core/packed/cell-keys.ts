/**
 * A cell is the visits of one path, day, crawler and verdict. The last two are its name: `crawler << 2 | verdict`, 11
 * bits. Its key has the path's number in front of the day (15 bits, until 2059) and the name.
 */
export const NAME_BITS = 11;
export const NAMES = 1 << NAME_BITS;
const DAYS = 1 << 15;
const PATH_STEP = NAMES * DAYS;

export const cellName = (agent: number, verdict: number): number => (agent << 2) | verdict;
export const agentOfName = (name: number): number => name >> 2;
export const verdictOfName = (name: number): number => name & 3;

export const cellKey = (path: number, day: number, name: number): number => path * PATH_STEP + day * NAMES + name;
export const pathOfKey = (key: number): number => Math.floor(key / PATH_STEP);
/** Day and name: `day << 11 | name`. */
export const lowOfKey = (key: number): number => key % PATH_STEP;
