import type { ResponseForm, ResponseSource } from "../core/response-form";
import { VISIT_WAYS, type VisitWay } from "../core/visit-way";
import { VERDICTS } from "../core/verdict";
import { verdictOfName } from "../core/packed/cell-keys";
import { keptCounters, type KeptVisits } from "../domain-visits/kept-visits";
import { COUNTED } from "../domain-visits/packed-batch";
import type { DayRange } from "./report-rows";
import type { Page } from "./top-paths";
import { agentIn } from "./total-rows";

/** Responses to the crawlers of one provider. */
export interface ResponseCount {
  provider: string;
  verdict: number;
  source: ResponseSource;
  form: ResponseForm;
  /** 0: unknown. */
  status: number;
  way: VisitWay;
  count: number;
}

/** The origin's responses for one path. */
export interface PathResponse extends Omit<ResponseCount, "verdict" | "way"> {
  path: string;
  /** All responses for the path. */
  total: number;
}

export type CountedAnswer = readonly [
  name: number,
  source: ResponseSource,
  form: ResponseForm,
  status: number,
  /** Its place in VISIT_WAYS; omitted: the first. */
  way?: number,
];
/** How the visit with this answer became known. */
export const wayOf = ([, , , , way = 0]: CountedAnswer): VisitWay => VISIT_WAYS[way] ?? "connected";

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

/** Responses in a window by provider, verdict, source, form, status and way. */
export function responseCounts(visits: KeptVisits, window: DayRange): ResponseCount[] {
  const sums = new Map<string, ResponseCount>();
  const add = (answer: CountedAnswer, count: number) => {
    const [name, source, form, status] = answer;
    const { provider } = agentIn(visits, name);
    const verdict = verdictOfName(name);
    const way = wayOf(answer);
    const key = `${provider} ${verdict} ${source} ${form} ${status} ${way}`;
    const sum = sums.get(key);
    if (sum) sum.count += count;
    else sums.set(key, { provider, verdict, source, form, status, way, count });
  };
  for (const [, counters] of keptCounters(visits, window, COUNTED.answer))
    for (const [key, [count = 0]] of counters) add(JSON.parse(key.slice(1)) as CountedAnswer, count);
  for (const [, counters] of keptCounters(visits, window, COUNTED.pathAnswer))
    for (const [key, [count = 0]] of counters) add(pathAnswer(key)[1], count);
  return [...sums.values()].sort(
    (a, b) =>
      b.count - a.count ||
      compare(a.provider, b.provider) ||
      compare(a.source, b.source) ||
      compare(a.form, b.form) ||
      a.status - b.status ||
      a.verdict - b.verdict ||
      compare(a.way, b.way),
  );
}

/** Path and response of a counter. */
export function pathAnswer(key: string): readonly [string, CountedAnswer] {
  const [path, ...answer] = JSON.parse(key.slice(1)) as [string, ...CountedAnswer];
  return [path, answer];
}

/** The paths with the most responses from the origin, without spoofed visits, each with its responses. */
export function pathResponses(visits: KeptVisits, window: DayRange, { limit, after }: Page): PathResponse[] {
  const byPath = new Map<string, Map<string, PathResponse>>();
  for (const [, counters] of keptCounters(visits, window, COUNTED.pathAnswer))
    for (const [key, [count = 0]] of counters) {
      const [path, [name, source, form, status]] = pathAnswer(key);
      if (verdictOfName(name) === VERDICTS.spoofed) continue;
      const { provider } = agentIn(visits, name);
      const own = byPath.get(path) ?? new Map<string, PathResponse>();
      byPath.set(path, own);
      const group = `${provider} ${source} ${form} ${status}`;
      const row = own.get(group);
      if (row) row.count += count;
      else own.set(group, { path, provider, source, form, status, count, total: 0 });
    }
  return [...byPath]
    .map(([path, own]) => ({ path, own, total: [...own.values()].reduce((sum, { count }) => sum + count, 0) }))
    .filter(({ path, total }) => !after || total < after.total || (total === after.total && path > after.path))
    .sort((a, b) => b.total - a.total || compare(a.path, b.path))
    .slice(0, limit)
    .flatMap(({ own, total }) =>
      [...own.values()]
        .map((row) => Object.assign(row, { total }))
        .sort(
          (a, b) =>
            b.count - a.count ||
            compare(a.form, b.form) ||
            a.status - b.status ||
            compare(a.provider, b.provider) ||
            compare(a.source, b.source),
        ),
    );
}
