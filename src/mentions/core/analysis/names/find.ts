import { parse } from "tldts";
import type { Prose } from "./prose";
import { EXCLUDED, type Brand, type Term } from "./terms";

/** One place where a brand is named. Offsets refer to the prose. */
export interface BrandHit {
  brand: Brand;
  start: number;
  end: number;
  /** The name that was found, folded, as it is configured. */
  spelling: string;
  term: Term;
  kind: Term["kind"];
  /** The text has another form of the name. */
  inflected: boolean;
}

const HOST_CHAR = /[A-Za-z\d@._-]/;
/** Longest host name (RFC 1035 §2.3.4). Longer text is not a host name. */
const MAX_HOST = 253;
const KIND_RANK: Record<Term["kind"], number> = { name: 0, domain: 1, seed: 2 };

/** The whole word, including dots and @, around a range: possibly an address or a host name. */
function addressAround(text: string, start: number, end: number): string {
  const first = Math.max(0, start - MAX_HOST);
  const last = Math.min(text.length, end + MAX_HOST);
  let from = start;
  let to = end;
  while (from > first && HOST_CHAR.test(text[from - 1]!)) from--;
  while (to < last && HOST_CHAR.test(text[to]!)) to++;
  return text.slice(from, to).replaceAll(/^[.@_-]+|[.@_-]+$/g, "");
}

/**
 * Whether a name inside an address is that address's own name: `acme.io` names Acme, but `acme.evil.io` and
 * `me@acme.com` don't.
 */
function standsAlone(text: string, start: number, end: number): boolean {
  const address = addressAround(text, start, end);
  if (address.length <= end - start) return true;
  if (/[A-Za-z\d]@/.test(address)) return false;
  if (!address.includes(".")) return true;
  const host = parse(address.toLowerCase(), { allowPrivateDomains: true });
  // "Acme.The" lacks a space. Three lower-case labels are a host, whatever the last one is.
  if (!host.isIcann && !host.isPrivate && !/^[a-z\d-]+(?:\.[a-z\d-]+)+\.[a-z]{2,}$/.test(address)) return true;
  const plain = (part: string) => part.toLowerCase().replaceAll(/[^a-z\d]/g, "");
  return plain(host.domainWithoutSuffix ?? "") === plain(text.slice(start, end));
}

function accepts(term: Term, text: string, start: number, end: number): boolean {
  if (term.kind === "domain") return true;
  // Scripts without capitals lack this sign.
  const first = text[start]!;
  if (term.needsCapital && first === first.toLowerCase() && first !== first.toUpperCase()) return false;
  return standsAlone(text, start, end);
}

/** An inflected name has the capital of the name, if its script has capitals. */
function mayInflect(term: Term, text: string, start: number): boolean {
  const [configured, found] = [term.spelling[0]!, text[start]!];
  return configured === configured.toLowerCase() || found !== found.toLowerCase();
}

/**
 * Finds every place where a brand is named. If names overlap, the longest wins; among equals, the configured name wins.
 */
export function findHits({ text }: Prose, brands: readonly Brand[], languages: readonly string[] = []): BrandHit[] {
  const found: Array<BrandHit & { rank: number }> = [];
  const lower = text.toLowerCase();
  const add = (brand: Brand, term: Term, pattern: RegExp, inflected: boolean) => {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (!accepts(term, text, start, end)) continue;
      if (inflected && !mayInflect(term, text, start)) continue;
      const { spelling, kind } = term;
      // "Škodan" for the alias "Škoda*" is another form, too.
      const other = inflected || (term.isOpen && end - start > spelling.length);
      const rank = KIND_RANK[kind] + (inflected ? 3 : 0);
      found.push({ brand, start, end, term, spelling, kind, inflected: other, rank });
    }
  };
  for (const brand of brands)
    for (const term of brand.terms) {
      if (lower.includes(term.needle)) add(brand, term, term.pattern, false);
      for (const { pattern, needle } of term.inflected(languages))
        if (lower.includes(needle)) add(brand, term, pattern, true);
    }
  found.sort(
    (a, b) => b.end - b.start - (a.end - a.start) || a.rank - b.rank || a.brand.key - b.brand.key || a.start - b.start,
  );
  const taken = new Uint8Array(text.length);
  const kept: BrandHit[] = [];
  for (const { rank: _, ...hit } of found) {
    if (taken[hit.start] === 1 || taken[hit.end - 1] === 1) continue;
    taken.fill(1, hit.start, hit.end);
    if (hit.brand.key !== EXCLUDED) kept.push(hit);
  }
  return kept.sort((a, b) => a.start - b.start);
}
