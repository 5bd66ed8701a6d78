/** Points kept per path: more than the ten shown, so that older runs can show theirs too. */
export const TREND_POINTS = 30;

/** A score that a run gave a path. */
export type TrendPoint = [runId: string, healthScore: number | null, statusCode: number, issueCount: number];

/** The score of a path in a run. */
export interface PathScore {
  urlHash: number;
  /** Null: the run's scores mean nothing. */
  healthScore: number | null;
  statusCode: number;
  issueCount: number;
}

/** The points of the paths in a range of hashes. */
export interface TrendBlock {
  /** Ids of the runs of its points, and when their scores were stored, epoch ms. */
  runs: Array<[id: string, at: number]>;
  /** Per path, ascending by hash: its hash, its number of points, and two numbers per point, the newest last. */
  body: Float64Array;
}

/** A path's place in a body. */
interface Place {
  hash: number;
  from: number;
  end: number;
}

const COUNTS = 2 ** 20;
const STATUSES = 2 ** 10;
/** A run's number in its block, a status and a number of issues as one number. NaN: the score is null. */
const packFacts = (run: number, status: number, issues: number) =>
  (run * STATUSES + Math.min(Math.max(status, 0), STATUSES - 1)) * COUNTS + Math.min(issues, COUNTS - 1);
const runAt = (facts: number) => Math.floor(facts / (COUNTS * STATUSES));

/** The paths of a block with their points. */
export function* pathsOf({ body }: TrendBlock): Generator<Place> {
  for (let at = 0; at < body.length;) {
    const from = at + 2;
    const end = from + body[at + 1]! * 2;
    yield { hash: body[at]!, from, end };
    at = end;
  }
}

/** The points of a path, the newest last. */
export function pointsAt({ runs, body }: TrendBlock, { from, end }: Place): TrendPoint[] {
  const points: TrendPoint[] = [];
  for (let at = from; at < end; at += 2) {
    const [score, facts] = [body[at]!, body[at + 1]!];
    const status = Math.floor(facts / COUNTS) % STATUSES;
    points.push([runs[runAt(facts)]![0], Number.isNaN(score) ? null : score, status, facts % COUNTS]);
  }
  return points;
}

/** When a path was last seen, epoch ms. */
const seenAt = ({ runs, body }: TrendBlock, { end }: Place) => runs[runAt(body[end - 1]!)]![1];

/** When the path was last seen that was not seen for longest, epoch ms. */
export function oldestOf(block: TrendBlock): number {
  let oldest = Number.MAX_SAFE_INTEGER;
  for (const place of pathsOf(block)) oldest = Math.min(oldest, seenAt(block, place));
  return oldest;
}

/** The block with a run's scores, ascending by hash, each path's once. `now`: epoch ms. */
export function withScores(block: TrendBlock, runId: string, scores: readonly PathScore[], now: number): TrendBlock {
  const known = block.runs.findIndex(([id]) => id === runId);
  const runs: TrendBlock["runs"] = known < 0 ? [...block.runs, [runId, now]] : block.runs;
  const own = known < 0 ? runs.length - 1 : known;
  const { body } = block;
  const merged: number[] = [];
  let next = 0;
  const add = (hash: number, before: Float64Array, score: PathScore | null) => {
    const isKnown = before.length > 0 && runAt(before.at(-1)!) === own;
    const adds = score !== null && !isKnown;
    const kept = adds ? before.subarray(Math.max(0, before.length - 2 * (TREND_POINTS - 1))) : before;
    merged.push(hash, kept.length / 2 + Number(adds));
    for (const number of kept) merged.push(number);
    if (adds) merged.push(score.healthScore ?? Number.NaN, packFacts(own, score.statusCode, score.issueCount));
  };
  const none = new Float64Array(0);
  const takeUntil = (hash: number) => {
    for (; next < scores.length && scores[next]!.urlHash < hash; next++)
      if (scores[next]!.urlHash !== scores[next - 1]?.urlHash) add(scores[next]!.urlHash, none, scores[next]!);
  };
  for (const { hash, from, end } of pathsOf(block)) {
    takeUntil(hash);
    const found = scores[next]?.urlHash === hash ? scores[next]! : null;
    while (scores[next]?.urlHash === hash) next++;
    add(hash, body.subarray(from, end), found);
  }
  takeUntil(Number.POSITIVE_INFINITY);
  return tidied({ runs, body: Float64Array.from(merged) });
}

/** The block without the paths that were last seen before `before`, epoch ms. */
export function withoutOld(block: TrendBlock, before: number): TrendBlock {
  const kept = [...pathsOf(block)].filter((place) => seenAt(block, place) >= before);
  return tidied({ runs: block.runs, body: joined(block, kept) });
}

/** The block in pieces of at most `bytes`, each with one path at least. */
export function inBlocks(block: TrendBlock, bytes: number): TrendBlock[] {
  if (block.body.byteLength <= bytes) return [block];
  const places = [...pathsOf(block)];
  if (places.length === 1) return [block];
  const middle = places.length >> 1;
  return [places.slice(0, middle), places.slice(middle)].flatMap((half) =>
    inBlocks(tidied({ runs: block.runs, body: joined(block, half) }), bytes),
  );
}

const joined = ({ body }: TrendBlock, places: readonly Place[]) =>
  Float64Array.from(places.flatMap(({ from, end }) => [...body.subarray(from - 2, end)]));

/** The block without the runs that no point is of. */
function tidied(block: TrendBlock): TrendBlock {
  const { runs } = block;
  const body = block.body.slice();
  const used = new Set<number>();
  for (const { from, end } of pathsOf(block)) for (let at = from; at < end; at += 2) used.add(runAt(body[at + 1]!));
  if (used.size === runs.length) return block;
  const kept = [...runs.keys()].filter((run) => used.has(run));
  const places = new Map(kept.map((run, place) => [run, place]));
  for (const { from, end } of pathsOf(block)) {
    for (let at = from; at < end; at += 2) {
      const run = runAt(body[at + 1]!);
      body[at + 1]! -= (run - places.get(run)!) * COUNTS * STATUSES;
    }
  }
  return { runs: kept.map((run) => runs[run]!), body };
}
