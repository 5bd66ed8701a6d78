import { expect, it } from "vitest";
import { CHECKS, runCrossChecks } from "../../../../../src/audit/checks/run-checks";
import type { Finding } from "../../../../../src/audit/model/issue";
import { unpackRelations, type Relations } from "../../../../../src/audit/model/page/relations";
import { SiteGraph, type GraphPage, type Node } from "../../../../../src/audit/model/site/site-graph";
import { hash53 } from "../../../../../src/lib/crypto/hash";
import { nodeOf } from "../../makers.ts";

export const ORIGIN = "https://e.example";
export const REDIRECT = { outcome: "redirect", status: 301, indexable: false, reason: "redirect" } as const;
export const ERROR = { outcome: "error", status: 404, indexable: false, reason: "error" } as const;

export interface Site {
  /** The page that is looked at, which has number 1, and its node. */
  page?: Partial<GraphPage>;
  node?: Partial<Node>;
  /** Other pages by their number. */
  others?: Record<number, Partial<Node>>;
  relations?: Partial<Relations>;
  with?: (graph: SiteGraph) => void;
}

export function findingOf(
  id: string,
  { page, node: change, others = {}, relations, with: more }: Site,
): Finding | null {
  const graph = new SiteGraph(true, ORIGIN);
  const node = nodeOf(change);
  for (const [number, other] of Object.entries(others))
    graph.add(nodeOf({ seq: Number(number), urlHash: Number(number), ...other }));
  graph.add(node);
  more?.(graph);
  const plain = { titleHash: null, descriptionHash: null, textHash: null, path: "/x", edges: [], files: [] };
  const whole = { ...plain, ...page, node, relations: { ...unpackRelations(null), ...relations } };
  return runCrossChecks(whole, graph).find((issue) => issue.id === id)?.detail ?? null;
}

export const found = (text: string, expected: string, count?: number, ...samples: string[]): Finding => ({
  found: text,
  expected,
  ...(count !== undefined && { count }),
  ...(samples.length > 0 && { samples }),
});
export const linking = (...targets: number[]) => ({ edges: targets.map((target) => ({ target, nofollow: false })) });
export const naming = (...alternates: number[]) => ({ relations: { alternates } });
export const showing = (image: boolean, ...hashes: number[]) => ({ files: hashes.map((hash) => ({ hash, image })) });
export const file = (hash: number, status: number, contentType: string | null = null, external = false) => ({
  hash,
  url: `https://f.example/${hash}`,
  status,
  contentType,
  bytes: 9,
  external,
});
export const files =
  (...list: Array<ReturnType<typeof file>>) =>
  (graph: SiteGraph) =>
    list.forEach((each) => graph.files.set(each.hash, each));
export const twin = (path: string, change: Partial<Node> = {}, own: Partial<Site> = {}): Site => ({
  page: { path, textHash: 7 },
  others: { [hash53(`${ORIGIN}/x/`)]: { textHash: 7, ...change }, [hash53(`${ORIGIN}/x`)]: { textHash: 7, ...change } },
  ...own,
});
export const TO_2 = { node: { canonicalHash: 2 } };
export const moved = (to: number, change: Partial<Node> = {}) => ({ ...REDIRECT, redirectHash: to, ...change });
export const TWO_URLS = "one of the two URLs";
export const TARGET = "a page with HTTP 200";
export const PAIRED = "linked pages that name each other";
export const similar = (count: number) => (graph: SiteGraph) => {
  for (let i = 0; i < count; i++)
    graph.similar.add({ halves: [0, 0], textHash: 100 + i, cluster: 100 + i, path: `/${i}` });
};
export const SKETCHED = { page: { textHash: 1 }, relations: { sketch: [0, 0] as const } };
export const listed = (count: number) => Array.from({ length: Math.min(count, 5) }, (_, i) => `/${i}`);

/** A site, and all that a check says about its first page; null: nothing. */
export type Case = [id: string, site: Site, finding: Finding | null];

/** Checks that each check says exactly this of its site's first page. */
export function expectFindings(cases: readonly Case[]): void {
  it.each(cases)("%s, case %#", (id, site, finding) => {
    expect(CHECKS.get(id)?.scope).toBe("cross");
    expect(findingOf(id, site)).toEqual(finding);
  });
}
