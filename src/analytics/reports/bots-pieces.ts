import { csvLines } from "../../lib/text/csv";
import { agentOfName } from "../core/packed/cell-keys";
import { isSpoofed } from "../core/packed/slot-counts";
import type { AgentRow } from "../domain-visits/agent-rows";

/** A path with its visits, as numbers, because a report may have a hundred thousand of them. */
export interface RankedPath {
  path: string;
  total: number;
  counts: Uint32Array;
}

/** A provider's visits to a path, by what served them. */
interface ProviderVisits {
  provider: string;
  cache: number;
  render: number;
}

/**
 * Approximate characters per piece of a streamed report. Each piece costs a turn in everything that it passes through.
 */
const PIECE = 1 << 17;

/** Joins texts into pieces of a useful size. */
export function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = "";
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

/** `byProvider` of the report's JSON text. */
export function byProviderJson(paths: readonly RankedPath[], agents: ReadonlyMap<number, AgentRow>): Generator<string> {
  const providersOf = providersBy(agents);
  return entriesJson(paths, "provider", (counts, add) => {
    for (const { provider, cache, render } of providersOf(counts)) add(provider, cache + render);
  });
}

/** `byServedBy` of the report's JSON text. */
export function byServedByJson(paths: readonly RankedPath[]): Generator<string> {
  return entriesJson(paths, "servedBy", (counts, add) => {
    for (const [name, count] of Object.entries(servedBy(counts))) if (count > 0) add(name, count);
  });
}

/** An array including its brackets: the entries of each path by `field`, as `each` adds them. */
function* entriesJson(
  paths: readonly RankedPath[],
  field: string,
  each: (counts: Uint32Array, add: (name: string, count: number) => void) => void,
): Generator<string> {
  const names = new Map<string, string>();
  let separator = "[";
  let start = "";
  let text = "";
  const add = (name: string, count: number) => {
    let named = names.get(name);
    if (named === undefined) names.set(name, (named = `${JSON.stringify(name)},"count":`));
    text += `${separator}${start}${named}${count}}`;
    separator = ",";
  };
  for (const { path, counts } of paths) {
    // The same text as from JSON.stringify, which would take twice the time: most of an entry is the same in the next
    // one.
    start = `{"path":${JSON.stringify(path)},"${field}":`;
    text = "";
    each(counts, add);
    yield text;
  }
  yield separator === "[" ? "[]" : "]";
}

/** Lines of the report as CSV: one per path and provider. */
export function* byProviderCsv(paths: readonly RankedPath[], agents: ReadonlyMap<number, AgentRow>): Generator<string> {
  const providersOf = providersBy(agents);
  yield csvLines([["path", "provider", "count", "cache", "render"]]);
  for (const { path, counts } of paths)
    yield csvLines(
      providersOf(counts).map(({ provider, cache, render }) => [path, provider, cache + render, cache, render]),
    );
}

/** A path's visits by what served them, without spoofed ones. */
export function servedBy(numbers: Uint32Array): { cache: number; render: number } {
  const served = { cache: 0, render: 0 };
  for (let i = 0; i < numbers.length; i += 3) {
    if (isSpoofed(numbers[i]!)) continue;
    served.cache += numbers[i + 1]!;
    served.render += numbers[i + 2]!;
  }
  return served;
}

/** Reads a path's visits by provider, most frequent first, without spoofed ones. */
function providersBy(agents: ReadonlyMap<number, AgentRow>): (counts: Uint32Array) => ProviderVisits[] {
  const names = [...new Set([...agents.values()].map(({ provider }) => provider))].sort();
  const places: number[] = [];
  for (const [no, { provider }] of agents) places[no] = names.indexOf(provider);
  return (numbers) => {
    const found: Array<ProviderVisits & { place: number }> = [];
    const at: Array<ProviderVisits | undefined> = [];
    for (let i = 0; i < numbers.length; i += 3) {
      if (isSpoofed(numbers[i]!)) continue;
      const place = places[agentOfName(numbers[i]!)]!;
      const known = at[place];
      if (known) {
        known.cache += numbers[i + 1]!;
        known.render += numbers[i + 2]!;
      } else {
        const visits = { provider: names[place]!, place, cache: numbers[i + 1]!, render: numbers[i + 2]! };
        found.push(visits);
        at[place] = visits;
      }
    }
    return found.sort((a, b) => b.cache + b.render - a.cache - a.render || a.place - b.place);
  };
}
