import { VISIT_WAYS } from "../../src/analytics/core/visit-way.ts";
import type { RuledVisit } from "../../src/analytics/domain-visits/counted-visit.ts";

type Random = () => number;
let keys = 0;

/** A visit with random properties. The same keys never come twice. */
export function randomVisit(random: Random, day: number): RuledVisit {
  const number = (below: number) => Math.floor(random() * below);
  const source = (["cache", "cache", "cache", "render", "render", "origin", "generated"] as const)[number(7)]!;
  const visits = random() < 0.2 ? 1 + number(300) : 1;
  const verdict = number(3) as 0 | 1 | 2;
  const agent = number(5);
  const isServed = source === "cache" || source === "render";
  const isForbidden = isServed && verdict === 1 && random() < 0.2;
  return {
    key: (BigInt(++keys) * 0x9e37_79b9_7f4a_7c15n - (1n << 63n) - (BigInt(keys) << 3n)).toString().slice(-18),
    expiresDay: day + 182,
    path: `/${number(1 + number(40))}`,
    day,
    token: `bot${agent}`,
    provider: `provider${agent % 3}`,
    kind: "search",
    verdict,
    visits,
    cache: source === "cache" ? visits : 0,
    render: source === "render" ? visits : 0,
    savedMs: source === "cache" && random() < 0.5 ? number(1_000) : null,
    renderMs: source === "render" && random() < 0.5 ? number(20) * 10 : null,
    status: random() < 0.7 ? [200, 301, 404][number(3)]! : null,
    source,
    // Only visits that the cache or a render answered are reported or imported.
    way: isServed ? VISIT_WAYS[number(VISIT_WAYS.length)]! : "connected",
    form: "page",
    // No two visits are at the same time, so the latest status is one.
    at: day * 86_400_000 + keys,
    rule: isForbidden ? "/a\tb" : null,
    line: isForbidden ? 3 : null,
  };
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const VERDICTS = ["unknown", "verified", "spoofed"];
type Entry = RuledVisit & { counted: string };

/** A list of visits, and what reports say of it, computed anew each time. */
export class NaiveVisits {
  private entries: Entry[] = [];
  private readonly seen = new Map<string, RuledVisit>();
  private paths = new Map<string, { first: number; last: number; seen: number; status: number; at: number }>();

  /** Some visits that were counted before. */
  some(count: number, random: Random): RuledVisit[] {
    const all = [...this.seen.values()];
    return Array.from({ length: Math.min(count, all.length) }, () => all[Math.floor(random() * all.length)]!);
  }

  count(visits: readonly RuledVisit[], since: number): void {
    const fresh: RuledVisit[] = [];
    for (const visit of visits) {
      if (this.seen.has(visit.key)) continue;
      this.seen.set(visit.key, visit);
      if (visit.day >= since) fresh.push(visit);
    }
    for (const { path, verdict, cache, render } of fresh)
      if (verdict !== 2 && cache + render > 0 && !this.paths.has(path))
        this.paths.set(path, { first: Infinity, last: 0, seen: 0, status: 0, at: 0 });
    for (const visit of fresh) {
      const { path, verdict, cache, render, day, status, at } = visit;
      const known = cache + render > 0 ? this.paths.get(path) : undefined;
      this.entries.push({ ...visit, counted: known ? path : "(other)" });
      if (!known) continue;
      known.seen = Math.max(known.seen, day);
      if (verdict === 2) continue;
      known.first = Math.min(known.first, day);
      known.last = Math.max(known.last, day);
      if (status !== null && at > known.at) Object.assign(known, { status, at });
    }
  }

  prune(day: number): void {
    this.entries = this.entries.filter((each) => each.day >= day);
    this.paths = new Map([...this.paths].filter(([, { seen }]) => seen >= day));
  }

  countPaths(first: number) {
    const own = [...this.paths.values()].filter(({ last }) => last >= first);
    return { total: own.length, fresh: own.filter((path) => path.first >= first).length };
  }

  exported(dayText: (day: number) => string): string[] {
    const sums = grouped(
      this.entries.filter(isServed),
      (each) => `${each.counted} ${dayText(each.day)} ${each.token} ${VERDICTS[each.verdict]}`,
    );
    return [...sums].map(([key, own]) => `${key} ${sumOf(own, "cache")} ${sumOf(own, "render")}`);
  }

  within({ firstDay, lastDay }: { firstDay: number; lastDay: number }, agentNo: (token: string) => number) {
    const all = this.entries.filter(({ day }) => day >= firstDay && day <= lastDay);
    const served = all.filter(isServed);
    const honest = served.filter(({ verdict }) => verdict !== 2);
    const ranking = () =>
      [...grouped(honest, ({ counted }) => counted)]
        .map(([path, own]) => ({ path, total: sumOf(own, "visits") }))
        .sort((a, b) => b.total - a.total || byText(a.path, b.path));
    return {
      split: (keep: (path: string) => boolean = () => true) =>
        Object.fromEntries(
          [
            ...grouped(
              served.filter(({ counted }) => keep(counted)),
              (each) => `${each.counted} ${agentNo(each.token)} ${each.verdict === 2}`,
            ),
          ].map(([key, own]) => [key, [sumOf(own, "cache"), sumOf(own, "render")]]),
        ),
      ranking,
      pathTotals: () =>
        ranking()
          .filter(({ path }) => path !== "(other)")
          .map(({ path, total }) => {
            const { status, at } = this.paths.get(path)!;
            return { path, count: total, status: status || null, statusAt: at };
          })
          .sort((a, b) => byText(a.path, b.path)),
      spoofed: (keep: (path: string) => boolean) =>
        sumOf(
          served.filter(({ verdict, counted }) => verdict === 2 && keep(counted)),
          "visits",
        ),
      totals: () =>
        [...grouped(served, (each) => `${each.day} ${each.provider} ${each.kind} ${each.verdict}`)]
          .map(([key, own]) => Object.assign({ key, own }, pick(own[0]!)))
          .sort((a, b) => a.day - b.day || byText(a.key, b.key))
          .map(({ own, day, provider, kind, verdict }) => ({
            day,
            provider,
            kind,
            verdict,
            cache: sumOf(own, "cache"),
            render: sumOf(own, "render"),
            savedMs: own.reduce((sum, { savedMs, visits }) => sum + (savedMs ?? 0) * visits, 0),
            savedCount: own.reduce((sum, { savedMs, visits }) => sum + (savedMs === null ? 0 : visits), 0),
          })),
      renderTimes: () =>
        [
          ...grouped(
            served.filter(({ renderMs }) => renderMs !== null),
            ({ renderMs }) => `${renderMs}`,
          ),
        ]
          .map(([ms, own]) => ({ ms: Number(ms), count: sumOf(own, "visits") }))
          .sort((a, b) => a.ms - b.ms),
      responses: () =>
        [
          ...grouped(
            all,
            (each) =>
              `${each.provider} ${each.verdict} ${each.source} ${each.form} ${each.status ?? 0} ${each.way ?? "connected"}`,
          ),
        ]
          .map(([, own]) => Object.assign(answerOf(own), { verdict: own[0]!.verdict, way: own[0]!.way ?? "connected" }))
          .sort(
            (a, b) =>
              b.count - a.count ||
              byText(a.provider, b.provider) ||
              byText(a.source, b.source) ||
              a.status - b.status ||
              a.verdict - b.verdict ||
              byText(a.way, b.way),
          ),
      pathResponses: () => {
        const own = all.filter((each) => !isServed(each) && each.verdict !== 2);
        return [...grouped(own, ({ path }) => path)]
          .map(([path, of]) => ({ path, of, total: sumOf(of, "visits") }))
          .sort((a, b) => b.total - a.total || byText(a.path, b.path))
          .map(({ path, of, total }) =>
            [...grouped(of, (each) => `${each.provider} ${each.source} ${each.status ?? 0}`)]
              .map(([, some]) => Object.assign(answerOf(some), { path, total }))
              .sort(
                (a, b) =>
                  b.count - a.count ||
                  a.status - b.status ||
                  byText(a.provider, b.provider) ||
                  byText(a.source, b.source),
              ),
          );
      },
      violations: () =>
        [
          ...grouped(
            served.filter(({ rule }) => rule !== null),
            (each) => `${each.counted} ${each.token}`,
          ),
        ]
          .map(([, own]) => {
            const { counted, token, provider, kind, rule, line } = own[0]!;
            const days = own.map(({ day }) => day);
            return {
              path: counted,
              token,
              provider,
              kind,
              rule,
              line,
              visits: sumOf(own, "visits"),
              firstDay: Math.min(...days),
              lastDay: Math.max(...days),
            };
          })
          .sort((a, b) => byText(a.path + a.token, b.path + b.token)),
      violationTotals: () => ({
        unknown: sumOf(
          served.filter(({ verdict }) => verdict === 0),
          "visits",
        ),
        // No robots.txt was ever seen.
        judged: 0,
        verified: sumOf(
          served.filter(({ verdict }) => verdict === 1),
          "visits",
        ),
        forbidden: sumOf(
          served.filter(({ rule }) => rule !== null),
          "visits",
        ),
      }),
    };
  }
}

const isServed = ({ cache, render }: RuledVisit) => cache + render > 0;
const pick = ({ day, provider, kind, verdict }: RuledVisit) => ({ day, provider, kind, verdict });
const sumOf = (visits: readonly RuledVisit[], field: "cache" | "render" | "visits") =>
  visits.reduce((sum, each) => sum + each[field], 0);
const answerOf = (own: readonly RuledVisit[]) => {
  const { provider, source, form, status } = own[0]!;
  return { provider, source, form, status: status ?? 0, count: sumOf(own, "visits") };
};

function grouped<T>(all: readonly T[], key: (each: T) => string): Map<string, T[]> {
  return Map.groupBy(all, key);
}
