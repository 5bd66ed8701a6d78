import { hash53 } from "../../../lib/crypto/hash";
import { packEdges, unpackEdges } from "./edges";
import type { Target } from "./links";
import type { AuditedPage } from "./page";
import { forEachTarget } from "./targets";

/** A file, or something on another site, that a page loads or links to. */
export interface FileReference {
  url: string;
  /** hash53 of `url`. */
  hash: number;
  /** The page shows it as an image. */
  image: boolean;
  /** It is on another host. */
  external: boolean;
}

/** Which files and links that pages refer to are requested: none, those of the site, or those of other sites too. */
export type FileChoice = "none" | "own" | "all";

/** References of one page that are kept. */
const MAX_REFERENCES = 2_000;

/** What the run requests because of this page, as served and as rendered. The site's own pages are in the crawl. */
export function fileReferences(page: AuditedPage, choice: FileChoice): FileReference[] {
  if (choice === "none" || !page.html) return [];
  const found = new Map<number, FileReference>();
  const add = ({ kind, url, hash }: Target, image: boolean) => {
    const external = kind === "external";
    if (url === null || (external && choice !== "all") || found.size >= MAX_REFERENCES) return;
    const key = external ? hash53(url) : hash;
    const known = found.get(key);
    if (known) known.image ||= image;
    else found.set(key, { url, hash: key, image, external });
  };
  for (const file of [...page.files, ...(page.rendering?.pair?.rendered.files ?? [])]) add(file, file.image);
  forEachTarget(page, (target) => {
    if (target.kind === "asset" || target.kind === "external") add(target, false);
  });
  return [...found.values()];
}

/** A reference as a page's row keeps it. */
export interface KeptReference {
  hash: number;
  image: boolean;
}

/** Packs references like links. */
export function packFiles(references: readonly FileReference[]): ArrayBuffer | null {
  return packEdges(references.map(({ hash, image }) => ({ target: hash, nofollow: image })));
}

export function unpackFiles(packed: ArrayBuffer | null): KeptReference[] {
  return unpackEdges(packed).map(({ target, nofollow }) => ({ hash: target, image: nofollow }));
}
