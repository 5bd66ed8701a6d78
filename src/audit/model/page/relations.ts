import { hash53 } from "../../../lib/crypto/hash";
import type { Halves } from "./similar-texts";
import type { PageFacts } from "../../../web/html";
import type { AuditedPage } from "./page";
import { previewIdentity } from "./preview-score";

/**
 * What a page states about other pages or has in common with them, other than title, description, text and links. Numbers
 * are hash53 values.
 */
export interface Relations {
  h1: number | null;
  /** og:title and og:description together. */
  og: number | null;
  /** previewIdentity of the share tags that bots get. */
  preview: number | null;
  /** Sketch of the main text; null: it is too short to be compared. */
  sketch: Halves | null;
  /** The rest of the sketch; null: not known. */
  minima: readonly number[] | null;
  /** URLs of the hreflang alternates, each once. */
  alternates: number[];
  /** Their codes in lower case, in the same order: a space between URLs, a comma between codes of one. Empty: not known. */
  codes: string;
  /** Targets of rel=next and rel=prev within a paged list. */
  next: number[];
  prev: number[];
  /** The page was not read to its end, so it may link to more. */
  cut: boolean;
}

const NONE: Relations = {
  h1: null,
  og: null,
  preview: null,
  sketch: null,
  minima: null,
  alternates: [],
  codes: "",
  next: [],
  prev: [],
  cut: false,
};

/** Characters of a language code, and of all codes of one URL. */
const MAX_CODE = 35;
const MAX_CODES = 100;

/** Lists that are usually empty or have one item. */
type Few = number | number[];
type Packed = Partial<Record<"h" | "o" | "s", number>> & {
  k?: Halves;
  m?: readonly number[];
  a?: number[];
  l?: string;
  n?: Few;
  p?: Few;
  c?: 1;
};

/** Packs a page's relations for storage: JSON with one-letter names, or null if there are none. */
export function packRelations(page: AuditedPage): string | null {
  if (!page.html) return null;
  const tags = page.facts!.preview;
  const og = `${tags["og:title"] ?? ""}\n${tags["og:description"] ?? ""}`;
  const preview = previewIdentity(page);
  const sketch = sketchOf(page);
  const codes = new Map<number, string>();
  for (const { code, url } of page.alternates) {
    if (url === null) continue;
    const hash = hash53(url);
    // One URL may serve several languages.
    const name = code.toLowerCase().slice(0, MAX_CODE).replace(/\s/g, "");
    codes.set(hash, codes.has(hash) ? `${codes.get(hash)},${name}`.slice(0, MAX_CODES) : name);
  }
  const packed = {
    h: page.h1 === null ? undefined : hash53(page.h1.toLowerCase()),
    o: og === "\n" ? undefined : hash53(og),
    // Usually the same as og, and then omitted.
    s: preview === null || preview === og ? undefined : hash53(preview),
    k: sketch?.halves,
    m: sketch?.minima,
    a: codes.size === 0 ? undefined : [...codes.keys()],
    l: codes.size === 0 ? undefined : [...codes.values()].join(" "),
    n: packFew(page.next),
    p: packFew(page.prev),
    c: page.facts!.truncated ? (1 as const) : undefined,
  };
  const text = JSON.stringify(packed);
  return text === "{}" ? null : text;
}

export function unpackRelations(packed: string | null): Relations {
  if (packed === null) return NONE;
  const { h, o, s, k, m, a, l, n, p, c } = JSON.parse(packed) as Packed;
  return {
    h1: h ?? null,
    og: o ?? null,
    preview: s ?? o ?? null,
    sketch: k ?? null,
    minima: m ?? null,
    alternates: a ?? [],
    codes: l ?? "",
    next: unpackFew(n),
    prev: unpackFew(p),
    cut: c === 1,
  };
}

type TextSketch = PageFacts["text"]["mainSketch"];

/** Shorter texts are mostly what a template repeats. */
const MIN_SKETCHED_WORDS = 100;

function sketchOf({ facts, indexable }: AuditedPage): TextSketch | undefined {
  const { mainSketch } = facts!.text;
  const counts = indexable && !facts!.truncated && !facts!.frameset && mainSketch.words >= MIN_SKETCHED_WORDS;
  return counts ? mainSketch : undefined;
}

function packFew(urls: readonly string[]): Few | undefined {
  const hashes = urls.map((url) => hash53(url));
  return hashes.length > 1 ? hashes : hashes[0];
}

function unpackFew(packed: Few | undefined): number[] {
  if (packed === undefined) return [];
  return typeof packed === "number" ? [packed] : packed;
}
