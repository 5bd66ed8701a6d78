import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { CACHE, run, writeFolder } from "../unseen/cache.ts";
import { declaration, longPart, type Part } from "../unseen/texts.ts";
import { notesFiles } from "./notes.ts";
import { guideFiles } from "./guide.ts";

/** Generators, with exact versions. */
const TOOLS = [
  "@docusaurus/core@3.10.2",
  "@docusaurus/preset-classic@3.10.2",
  "react@19.3.1",
  "react-dom@19.3.1",
  "@11ty/eleventy@3.1.8",
];

/** Compilers leave out what is below a folder with the name node_modules, and follow no links to packages. */
const WORK = path.join(os.tmpdir(), "crawlready-sealed");

/** Writes a generator's files next to its packages. */
function prepare(name: string, files: ReadonlyMap<string, string>): { folder: string; bin: (tool: string) => string } {
  if (!existsSync(path.join(WORK, "node_modules/@docusaurus/core"))) {
    mkdirSync(WORK, { recursive: true });
    writeFileSync(path.join(WORK, "package.json"), '{"private":true}');
    run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...TOOLS], WORK);
  }
  const folder = path.join(WORK, name);
  writeFolder(folder, files);
  return { folder, bin: (tool) => path.join(WORK, "node_modules/.bin", tool) };
}

export const chapters = (code: string, count: number, paragraphs: number): Part[] =>
  Array.from({ length: count }, (_, i) => longPart(declaration(code), i, paragraphs + (i % 6)));

export const front = (fields: Record<string, string>): string =>
  `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("")}---\n`;

/** GNOME's help in Hungarian, made into pages as desktop sites make them. */
function help(target: string): void {
  run("yelp-build", ["html", "-o", target, path.join(CACHE, "gnome-user-docs/usr/share/help/hu/gnome-help")], CACHE);
}

/** The Japanese help of Scilab, which its package ships as an archive. */
function scilab(target: string): void {
  const archive = path.join(CACHE, "scilab-doc-ja/usr/share/scilab/modules/helptools/jar/scilab_ja_JP_help.jar");
  run("unzip", ["-q", archive, "-d", target], CACHE);
}

/** A blog in Greek with Jekyll, its theme minima and the plugins that GitHub Pages has. */
function garden(target: string): void {
  const posts = chapters("ell_monotonic", 26, 2).map((part, i): [string, string] => [
    `_posts/2026-0${1 + (i % 9)}-${10 + (i % 18)}-post-${i}.md`,
    `${front({ layout: "post", title: JSON.stringify(part.title), categories: ["κήπος", "νέα"][i % 2]!, ...(i % 4 === 0 && { description: JSON.stringify(part.paragraphs[0]!.slice(0, 140)) }) })}${part.paragraphs.join("\n\n")}\n\n${i % 3 === 0 ? `![](/img/${i}.jpg)\n\n` : ""}[εδώ]({% link index.md %})\n`,
  ]);
  const config = `title: Ο κήπος\ndescription: Κείμενα για δικαιώματα\nlang: el\nurl: https://garden.example\ntheme: minima\ntimezone: UTC\nplugins: [jekyll-feed, jekyll-seo-tag, jekyll-sitemap]\n`;
  const folder = path.join(CACHE, "sources/sealed-garden");
  const about = `${front({ layout: "page", title: "Σχετικά", permalink: "/about/" })}\n${chapters("ell_monotonic", 1, 3)[0]!.paragraphs.join("\n\n")}\n`;
  const files: [string, string][] = [
    ["_config.yml", config],
    ["index.md", front({ layout: "home" })],
    ["about.md", about],
    ["404.html", `${front({ permalink: "/404.html", layout: "default" })}<h1>404</h1><p>Η σελίδα δεν βρέθηκε.</p>`],
  ];
  writeFolder(folder, new Map([...posts, ...files]));
  run("jekyll", ["build", "--source", folder, "--destination", target, "--disable-disk-cache"], folder);
}

/** Notes in Hindi with Eleventy, by templates as its starters have them. */
function notes(target: string): void {
  const { folder, bin } = prepare("notes", notesFiles());
  run(bin("eleventy"), ["--input", path.join(folder, "src"), "--output", target], folder);
}

/** A product's documents and blog in Vietnamese and English with Docusaurus. */
function product(target: string): void {
  const doc = (part: Part, i: number) =>
    `${front({ sidebar_position: String(i), ...(i % 3 === 0 && { description: JSON.stringify(part.paragraphs[0]!.slice(0, 120)) }) })}# ${part.title} ${i}\n\n${part.paragraphs.join("\n\n")}\n\n${i % 2 === 0 ? `:::tip\n\n${part.title}\n\n:::\n\n` : "```js\nconst a = 1;\n```\n\n"}[tiếp](./chapter-${(i + 1) % 14}.md)\n`;
  const vi = chapters("vie", 14, 3);
  const en = chapters("eng", 14, 3);
  const posts = chapters("vie", 8, 2).map((part, i): [string, string] => [
    `blog/2026-03-1${i}-bai-${i}.md`,
    `${front({ title: JSON.stringify(part.title), tags: `[loại-${i % 3}]` })}${part.paragraphs[0]}\n\n<!-- truncate -->\n\n${part.paragraphs.join("\n\n")}\n`,
  ]);
  const config = `export default ${JSON.stringify({
    title: "Sản phẩm",
    tagline: "Tài liệu cho mọi người",
    url: "https://product.example",
    baseUrl: "/",
    onBrokenLinks: "warn",
    i18n: { defaultLocale: "vi", locales: ["vi", "en"] },
    presets: [["classic", { docs: { sidebarPath: undefined }, blog: { showReadingTime: true } }]],
    themeConfig: {
      navbar: {
        title: "Sản phẩm",
        items: [
          { to: "/docs/chapter-0", label: "Tài liệu" },
          { to: "/blog", label: "Blog" },
          { type: "localeDropdown", position: "right" },
        ],
      },
      footer: { links: [{ title: "Thêm", items: [{ label: "Blog", to: "/blog" }] }] },
    },
  })}`;
  const home = `---\ntitle: Trang chủ\n---\n\n# Sản phẩm\n\n[Đọc thêm](/docs/chapter-0)\n`;
  const { folder, bin } = prepare(
    "product",
    new Map([
      ...vi.map((part, i): [string, string] => [`docs/chapter-${i}.md`, doc(part, i)]),
      ...en.map((part, i): [string, string] => [
        `i18n/en/docusaurus-plugin-content-docs/current/chapter-${i}.md`,
        doc(part, i),
      ]),
      ...posts,
      ["docusaurus.config.mjs", config],
      ["src/pages/index.mdx", home],
      ["package.json", '{"private":true}'],
    ]),
  );
  run(bin("docusaurus"), ["build", folder, "--out-dir", target], folder);
}

/** A guide in Ukrainian and Hebrew with Pelican. */
function guide(target: string): void {
  const folder = path.join(WORK, "guide");
  writeFolder(folder, guideFiles());
  run("pelican", [path.join(folder, "content"), "-s", path.join(folder, "pelicanconf.py"), "-o", target], folder);
}

export const BUILT: Record<string, (target: string) => void> = { help, scilab, garden, notes, product, guide };
