import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { defineBenchmark, measuresOf, OURS, type Figures, type Measure } from "../harness/benchmark.ts";
import { benchFolder } from "../harness/peers.ts";
import { htmlOf } from "../support/article-site.ts";
import { importSources } from "../support/import-sources.ts";

type Read = (html: string) => unknown;

/** The parts of PageFacts that are compared. The module with its type needs the bundler's settings. */
interface PageFacts {
  lang: string | null;
  viewport: string | null;
  titles: Array<{ text: string }>;
  descriptions: string[];
  canonicals: Array<{ href: string }>;
  preview: Record<string, string>;
  headings: unknown[];
  links: unknown[];
  images: { total: number; missingAlt: number };
  jsonLd: unknown[];
  text: { words: number };
}

interface Extractor {
  write: (chunk: string) => void;
  end: () => PageFacts;
}

/** The fields that all contenders read. */
function recordOf(facts: PageFacts) {
  return {
    lang: facts.lang,
    title: facts.titles[0]?.text ?? null,
    description: facts.descriptions[0] ?? null,
    viewport: facts.viewport,
    canonicals: facts.canonicals.map(({ href }) => href),
    preview: { ...facts.preview },
    headings: facts.headings,
    links: facts.links,
    images: facts.images.total,
    imagesWithoutAlt: facts.images.missingAlt,
    jsonLd: facts.jsonLd,
    words: facts.text.words,
  };
}

/** Names the first field in which two records differ; null if they are equal. */
function difference(own: object, other: Record<string, unknown>): string | null {
  const found = Object.entries(own).find(([field, value]) => !isDeepStrictEqual(value, other[field]));
  return found ? `${found[0]}: ${JSON.stringify(found[1])} and ${JSON.stringify(other[found[0]])}`.slice(0, 400) : null;
}

/** One page with the content of many. */
function longPage(pages: readonly string[]): string {
  const bodies = pages.map((page) => /<body>(.*)<\/body>/s.exec(page)![1]!.replaceAll(/<\/?main>/g, ""));
  return pages[0]!.replace(/<body>.*<\/body>/s, () => `<body><main>${bodies.join("\n")}</main></body>`);
}

export const extraction = defineBenchmark({
  name: "extraction",
  measures:
    "Reads twelve fields of a page: language, title, description, viewport, canonical, Open Graph, headings, links with texts, images, " +
    "JSON-LD and the number of words. All must agree on every page. Crawlready's PageExtractor also reads what the checks need.",
  peers: ["htmlparser2", "parse5", "cheerio", "linkedom"],
  sizes: { short: { pages: 60, rounds: 5 }, long: { pages: 500, rounds: 15 } },

  async run({ size: { pages, rounds }, inTurns }) {
    const { PageExtractor } = await importSources<{ PageExtractor: new () => Extractor }>("src/web/html");
    // Named by a variable, because these packages are there only after the command has installed them.
    const file = path.join(benchFolder, "peers/extractors.mjs");
    const peers = (await import(file)) as Record<string, Read>;
    const ours = (html: string) => {
      const extractor = new PageExtractor();
      extractor.write(html);
      return extractor.end();
    };
    const readers: Record<string, Read> = {
      [OURS]: ours,
      htmlparser2: peers["withHtmlparser2"]!,
      parse5: peers["withParse5"]!,
      cheerio: peers["withCheerio"]!,
      linkedom: peers["withLinkedom"]!,
    };
    const articles = Array.from({ length: pages }, (_, i) => htmlOf(i, 10_000));
    const sets: Array<[string, string[]]> = [
      ["a page of 28 KB", articles],
      [
        "a page of 560 KB",
        Array.from({ length: Math.floor(pages / 20) }, (_, i) => longPage(articles.slice(20 * i, 20 * i + 20))),
      ],
    ];
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const measures: Measure[] = [];
    for (const [name, set] of sets) {
      for (const html of set.slice(0, 20)) {
        const own = recordOf(ours(html));
        for (const [reader, read] of Object.entries(readers).slice(1)) {
          const differs = difference(own, read(html) as Record<string, unknown>);
          if (differs) throw new Error(`${reader} reads something else: ${differs}`);
        }
      }
      const timed = (read: Read) => async (): Promise<Figures> => {
        collect();
        const before = process.cpuUsage();
        for (const html of set) read(html);
        const { user, system } = process.cpuUsage(before);
        return { cpu: (user + system) / 1_000 / set.length };
      };
      const found = await inTurns(
        rounds,
        Object.fromEntries(Object.entries(readers).map(([reader, read]) => [reader, timed(read)])),
      );
      measures.push(
        ...measuresOf(found, { cpu: { what: `CPU for ${name}`, unit: "ms", better: "less", shown: "picture" } }),
      );
    }
    return measures;
  },
});
