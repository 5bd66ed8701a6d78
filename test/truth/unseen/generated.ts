import { existsSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { CACHE, installTools, run, writeFolder } from "./cache.ts";
import { declaration, longPart } from "./texts.ts";

/** Generators, with exact versions. */
const TOOLS = [
  "hexo@8.1.2",
  "hexo-theme-next@8.29.0",
  "hexo-generator-archive@2.0.0",
  "hexo-generator-category@2.0.0",
  "hexo-generator-index@4.0.0",
  "hexo-generator-tag@2.0.0",
  "hexo-renderer-marked@7.0.1",
  "hexo-renderer-stylus@3.0.1",
  "honkit@6.1.7",
  "vitepress@1.6.4",
  "vue@3.5.45",
  "jsdoc@4.0.5",
];

const front = (fields: Record<string, string>) =>
  `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("")}---\n`;
const chapters = (code: string, count: number, paragraphs: number) =>
  Array.from({ length: count }, (_, i) => longPart(declaration(code), i, paragraphs + (i % 7)));

/** Makes a folder for a generator and lets it find its packages. */
function prepare(name: string, files: ReadonlyMap<string, string>): { folder: string; tool: (bin: string) => string } {
  const tools = installTools(TOOLS);
  const folder = path.join(CACHE, "sources", name);
  writeFolder(folder, files);
  symlinkSync(path.join(tools, "node_modules"), path.join(folder, "node_modules"));
  return { folder, tool: (bin) => path.join(tools, "node_modules/.bin", bin) };
}

/** A blog in traditional Chinese, with Hexo and its theme NexT. */
function blog(target: string): void {
  const { title } = declaration("cmn_hant");
  const posts = chapters("cmn_hant", 24, 3).map((part, i): [string, string] => {
    const fields = {
      title: part.title,
      date: `2026-0${1 + (i % 9)}-1${i % 9} 08:00:00`,
      tags: `[權利, 第${i % 5}類]`,
      categories: ["文件", "隨筆"][i % 2]!,
    };
    const text = part.paragraphs
      .map((each, at) => (at === 1 ? `## 說明 ${i}\n\n${each}\n\n<!-- more -->` : each))
      .join("\n\n");
    return [`source/_posts/post-${i}.md`, `${front(fields)}${text}\n\n[點擊這裡](/archives/)\n`];
  });
  const config = `title: ${title}\nurl: https://blog.example\nlanguage: zh-TW\ntimezone: UTC\ntheme: next\nper_page: 6\nupdated_option: date\nlibrary: {}\n`;
  const { folder, tool } = prepare(
    "blog",
    new Map([
      ...posts,
      ["_config.yml", config],
      [
        "package.json",
        JSON.stringify({
          private: true,
          hexo: { version: "8.1.2" },
          dependencies: Object.fromEntries(
            TOOLS.filter((each) => each.startsWith("hexo")).map((each) => each.split("@") as [string, string]),
          ),
        }),
      ],
    ]),
  );
  run(tool("hexo"), ["generate", "--cwd", folder], folder);
  run("cp", ["-r", path.join(folder, "public"), target], folder);
}

/** A book in Arabic, written from right to left, with HonKit. */
function book(target: string): void {
  const parts = chapters("arb", 28, 4);
  const files = parts.map((part, i): [string, string] => [
    `part-${i}.md`,
    `# ${part.title}\n\n${part.paragraphs.join("\n\n")}\n\n${i % 4 === 0 ? `### ${part.title}\n\n[المزيد](part-${(i + 3) % 28}.md)\n` : ""}`,
  ]);
  const summary = `# Summary\n\n${parts.map((part, i) => `* [${part.title}](part-${i}.md)`).join("\n")}\n`;
  const { folder, tool } = prepare(
    "book",
    new Map([
      ...files,
      ["README.md", `# ${declaration("arb").title}\n\n${parts[0]!.paragraphs.join("\n\n")}\n`],
      ["SUMMARY.md", summary],
      ["book.json", JSON.stringify({ title: declaration("arb").title, language: "ar", direction: "rtl" })],
    ]),
  );
  run(tool("honkit"), ["build", folder, target], folder);
}

/** Documents in Japanese, a part of them in Korean, with VitePress. */
function manual(target: string): void {
  const files = [
    ["jpn", ""],
    ["kor", "ko/"],
  ].flatMap(([code, folder]) =>
    chapters(code!, 16, 5).map((part, i): [string, string] => [
      `${folder}guide/chapter-${i}.md`,
      `${front({ title: part.title, ...(i % 3 === 0 && { description: part.paragraphs[0]!.slice(0, 90) }) })}# ${part.title}\n\n${part.paragraphs.join("\n\n")}\n\n[次へ](./chapter-${(i + 1) % 16}.md)\n`,
    ]),
  );
  const side = (folder: string) =>
    Array.from({ length: 16 }, (_, i) => ({ text: `${i + 1}`, link: `/${folder}guide/chapter-${i}` }));
  const config = `export default ${JSON.stringify({
    title: declaration("jpn").title.slice(0, 12),
    lang: "ja",
    lastUpdated: false,
    locales: { root: { label: "日本語", lang: "ja" }, ko: { label: "한국어", lang: "ko" } },
    themeConfig: {
      sidebar: { "/guide/": side(""), "/ko/guide/": side("ko/") },
      nav: [{ text: "案内", link: "/guide/chapter-0" }],
    },
  })}`;
  const home = (lang: string) => `${front({ layout: "home", title: lang })}\n[${lang}](./guide/chapter-0.md)\n`;
  const { folder, tool } = prepare(
    "manual",
    new Map([
      ...files,
      [".vitepress/config.mjs", config],
      ["index.md", home("日本語")],
      ["ko/index.md", home("한국어")],
      ["package.json", '{"type":"module"}'],
    ]),
  );
  run(tool("vitepress"), ["build", folder, "--outDir", target], folder);
}

/** An interface described with JSDoc: the sources of a package of npm. */
function reference(target: string): void {
  const config = {
    source: { include: [path.join(CACHE, "vis/lib")], includePattern: "\\.js$" },
    opts: { recurse: true, destination: target, encoding: "utf8" },
  };
  const { folder, tool } = prepare("reference", new Map([["jsdoc.json", JSON.stringify(config)]]));
  run(tool("jsdoc"), ["-c", "jsdoc.json"], folder);
}

const GENERATED = { blog, book, manual, reference } as const;

/** Builds what is missing. */
export function generateSites(): void {
  for (const [name, build] of Object.entries(GENERATED)) {
    const target = path.join(CACHE, "generated", name);
    if (existsSync(target)) continue;
    run("mkdir", ["-p", path.dirname(target)], CACHE);
    try {
      build(target);
    } catch (error) {
      rmSync(target, { recursive: true, force: true });
      throw error;
    }
  }
}
