import { csvLines } from "../lib/csv";
import { agentNumber, isSpoofed, slotNumbers } from "./core/slot-counts";
import type { AgentRow } from "./report-repo";

/** A path with its visits, still as text: a report may have a hundred thousand of them. */
export interface RankedPath {
  path: string;
  total: number;
  counts: string;
}

/** A provider's visits to a path, by what served them. */
interface ProviderVisits {
  provider: string;
  cache: number;
  render: number;
}

/** Characters per piece of a streamed report, about: each piece costs a turn of everything that it passes. */
const PIECE = 1 << 17;

/** Joins texts to pieces of a useful size. */
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

/** `byProvider` of the report's JSON text, from its bracket to its bracket. */
export function* byProviderJson(
  paths: readonly RankedPath[],
  agents: ReadonlyMap<number, AgentRow>,
): Generator<string> {
  const providersOf = providersBy(agents);
  const names = new Map([...agents.values()].map(({ provider }) => [provider, `${JSON.stringify(provider)},"count":`]));
  let separator = "[";
  for (const { path, counts } of paths) {
    // As JSON.stringify writes it, which would cost twice the time: most of an entry is the same in the next one.
    const start = `{"path":${JSON.stringify(path)},"provider":`;
    let text = "";
    for (const { provider, cache, render } of providersOf(counts)) {
      text += `${separator}${start}${names.get(provider)}${cache + render}}`;
      separator = ",";
    }
    yield text;
  }
  yield separator === "[" ? "[]" : "]";
}

/** `byServedBy` of the report's JSON text. */
export function* byServedByJson(paths: readonly RankedPath[]): Generator<string> {
  let separator = "[";
  for (const { path, counts } of paths) {
    const start = `{"path":${JSON.stringify(path)},"servedBy":`;
    let text = "";
    for (const [name, count] of Object.entries(servedBy(counts))) {
      if (count === 0) continue;
      text += `${separator}${start}"${name}","count":${count}}`;
      separator = ",";
    }
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
export function servedBy(counts: string): { cache: number; render: number } {
  const numbers = slotNumbers(counts);
  const served = { cache: 0, render: 0 };
  for (let i = 0; i < numbers.length; i += 3) {
    if (isSpoofed(numbers[i]!)) continue;
    served.cache += numbers[i + 1]!;
    served.render += numbers[i + 2]!;
  }
  return served;
}

/** Reads a path's visits by provider, most frequent first, without spoofed ones. */
function providersBy(agents: ReadonlyMap<number, AgentRow>): (counts: string) => ProviderVisits[] {
  const names = [...new Set([...agents.values()].map(({ provider }) => provider))].sort();
  const places: number[] = [];
  for (const [no, { provider }] of agents) places[no] = names.indexOf(provider);
  return (counts) => {
    const numbers = slotNumbers(counts);
    const found: Array<ProviderVisits & { place: number }> = [];
    const at: Array<ProviderVisits | undefined> = [];
    for (let i = 0; i < numbers.length; i += 3) {
      if (isSpoofed(numbers[i]!)) continue;
      const place = places[agentNumber(numbers[i]!)]!;
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
