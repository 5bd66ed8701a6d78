import type { RuledVisit } from "./counted-visit";

/** Visits that differ only in what is added up. */
export type VisitGroup = Omit<RuledVisit, "cache" | "render" | "savedMs"> & {
  visits: number;
  cache: number;
  render: number;
  savedMs: number;
  savedVisits: number;
};

/**
 * Adds up visits that are counted in the same rows. Most visits of a busy page are alike, and each row costs every
 * statement.
 */
export function groupVisits(visits: readonly RuledVisit[]): VisitGroup[] {
  const groups = new Map<string, VisitGroup>();
  for (const visit of visits) {
    const { path, day, token, provider, kind, verdict, status, renderMs, rule, line } = visit;
    const key = JSON.stringify([path, day, token, provider, kind, verdict, status, renderMs, rule, line]);
    let group = groups.get(key);
    if (!group) {
      group = { ...visit, visits: 0, cache: 0, render: 0, savedMs: 0, savedVisits: 0 };
      groups.set(key, group);
    }
    group.visits += visit.visits;
    group.cache += visit.cache;
    group.render += visit.render;
    group.savedMs += (visit.savedMs ?? 0) * visit.visits;
    group.savedVisits += visit.savedMs === null ? 0 : visit.visits;
    group.at = Math.max(group.at, visit.at);
  }
  return [...groups.values()];
}
