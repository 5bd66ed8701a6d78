import { escapeHtml } from "../../../lib/text/html";
import { parseUrl } from "../../../lib/hosts/url";
import type { ReportV3 } from "./figures/schema";
import { counted, asPercent, shown } from "./figures/stats";

/** A line of a report as a document. Texts are plain and may come from strangers. */
export type Block =
  | { heading: string; level: 1 | 2 | 3 }
  | { text: string }
  | { items: Item[] }
  | { quote: string; by: string }
  | { head: string[]; rows: string[][] };
export interface Item {
  text: string;
  url?: string;
}

const table = (head: string[], rows: Array<Array<string | number>>): Block[] =>
  rows.length === 0
    ? []
    : [{ head, rows: rows.map((row) => row.map((cell) => (typeof cell === "number" ? shown(cell) : cell))) }];
const list = (items: Item[]): Block[] => (items.length === 0 ? [] : [{ items }]);
const section = (heading: string, blocks: Block[]): Block[] =>
  blocks.length === 0 ? [] : [{ heading, level: 2 }, ...blocks];

function actionBlocks(item: ReportV3["actionItems"][number]): Block[] {
  const { title, status, priority, detail, why, todo, prompts = [], pages = [], evidence, firstSeen } = item;
  if (status === "resolved")
    return [{ heading: `Resolved: ${title}`, level: 3 }, { text: `First seen on ${firstSeen}.` }];
  const since = status === "continuing" ? `, since ${firstSeen}` : ", new";
  return [
    { heading: title, level: 3 },
    { text: `Priority ${priority}${since}. ${detail}` },
    ...(why ? [{ text: `Why it matters: ${why}` }] : []),
    ...(todo ? [{ text: `What to do: ${todo.text} See ${todo.link}` }] : []),
    ...list(prompts.map(({ text }) => ({ text: `Prompt: ${text}` }))),
    ...evidence.flatMap(({ quote, provider }): Block[] => (quote === "" ? [] : [{ quote, by: provider }])),
    ...list(pages.map(({ url, title: name }) => ({ text: name || url, url }))),
  ];
}

function funnelBlocks(funnel: ReportV3["funnel"]): Block[] {
  if (!funnel) return [];
  const { crawledPages, citedPages, citedAndCrawled, checkedPages, auditedPages, soundPages, links } = funnel;
  return list([
    { text: `Crawled: ${counted(crawledPages, "page")}. See ${links.crawled}` },
    { text: `Cited: ${counted(citedPages, "page")}, of which crawlers visited ${citedAndCrawled}. See ${links.cited}` },
    {
      text: `Audited: ${auditedPages} of the ${counted(checkedPages, "most cited URL")}, ${soundPages} without a problem. See ${links.audited}`,
    },
  ]);
}

/** A report as a document for readers: everything it says, in order of importance. */
export function reportDocument(report: ReportV3): Block[] {
  const { brand, window, quickSummary, stats, actionItems, providerInsights, competitorLandscape: landscape } = report;
  const { visibility, change } = stats;
  const interval = stats.visibilityByPrompt?.interval ?? visibility;
  return [
    { heading: `AI visibility of ${brand.name}`, level: 1 },
    {
      text: `${report.domain}, ${window.from} to ${window.to}, compared with ${window.previousFrom} to ${window.previousTo}.`,
    },
    { text: quickSummary.headline },
    ...list(quickSummary.bullets.map((text) => ({ text }))),
    ...section("From crawlers into answers", funnelBlocks(report.funnel)),
    ...section("What to do", actionItems.flatMap(actionBlocks)),
    ...section(
      "Numbers",
      table(
        ["Metric", "This week", "Week before", "Clear change"],
        [
          ["Visibility, % of answers", visibility.value, change.visibility],
          ["Share of voice, %", stats.shareOfVoice, change.shareOfVoice],
          ["Average position", stats.avgPosition, change.avgPosition],
          ["Answers that cite the site, %", stats.citationRate.value, change.citationRate],
        ].map(([name, value, { previous, significant }]: any) => [
          name,
          value,
          previous ?? "–",
          significant ? "yes" : "no",
        ]),
      ),
    ),
    {
      text: `${counted(stats.responses, "answer")} to ${counted(stats.promptsRun, "prompt")}. Visibility's 95% interval: ${shown(interval.low)} to ${asPercent(interval.high)}.`,
    },
    ...section(
      "Providers",
      table(
        ["Provider", "Model", "Answers", "Visibility, %", "95% interval", "Note"],
        providerInsights.map(({ provider, model, responses, visibilityPercent, interval, note }) => [
          provider,
          model ?? "–",
          responses,
          responses > 0 ? visibilityPercent : "–",
          interval && responses > 0 ? `${shown(interval.low)}–${shown(interval.high)}` : "–",
          note,
        ]),
      ),
    ),
    ...section(
      "Competitors",
      table(
        ["Name", "Answers", "Share of voice, %", "Average position"],
        landscape.competitors.map(({ name, mentions, sharePct, avgPosition }) => [
          name,
          mentions,
          sharePct,
          avgPosition,
        ]),
      ),
    ),
    ...section(
      "Sources to appear in",
      table(
        ["Domain", "Answers", "Why"],
        report.citationOpportunities.map(({ domain, responses, reason }) => [domain, responses, reason]),
      ),
    ),
    ...section("Method", list(report.method.caveats.map((text) => ({ text })))),
  ];
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
/** Every ASCII punctuation mark can be escaped (CommonMark 2.4). */
const plain = (text: string) => oneLine(text).replaceAll(/[\\`*_{}[\]()<>#+\-.!|~&]/g, "\\$&");
const isWeb = (url: string) => ["http:", "https:"].includes(parseUrl(url)?.protocol ?? "");

/** The document as Markdown. Nothing in its texts acts as markup. */
export function asMarkdown(blocks: readonly Block[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map(plain).join(" | ")} |`;
  const text = blocks.map((block) => {
    if ("heading" in block) return `${"#".repeat(block.level)} ${plain(block.heading)}`;
    if ("text" in block) return plain(block.text);
    if ("quote" in block) return `> ${plain(block.quote)} (${plain(block.by)})`;
    if ("items" in block)
      return block.items
        .map(({ text: words, url }) =>
          url && isWeb(url)
            ? `- [${plain(words)}](<${new URL(url).href.replaceAll(/[<>]/g, encodeURIComponent)}>)`
            : `- ${plain(words)}`,
        )
        .join("\n");
    return [row(block.head), row(block.head.map(() => "")).replaceAll("  ", " --- "), ...block.rows.map(row)].join(
      "\n",
    );
  });
  return `${text.join("\n\n")}\n`;
}

const escape = (text: string) => escapeHtml(oneLine(text));

/** The document as a page to print. It has no scripts and loads nothing. */
export function asHtml(blocks: readonly Block[]): string {
  const tag = (name: string, inner: string) => `<${name}>${inner}</${name}>`;
  const cells = (name: string, row: readonly string[]) =>
    tag("tr", row.map((cell) => tag(name, escape(cell))).join(""));
  const body = blocks.map((block) => {
    if ("heading" in block) return tag(`h${block.level}`, escape(block.heading));
    if ("text" in block) return tag("p", escape(block.text));
    if ("quote" in block) return tag("blockquote", `${escape(block.quote)} ${tag("cite", escape(block.by))}`);
    if ("items" in block)
      return tag(
        "ul",
        block.items
          .map(({ text, url }) =>
            tag(
              "li",
              url && isWeb(url)
                ? `<a rel="noreferrer nofollow" href="${escape(url)}">${escape(text)}</a>`
                : escape(text),
            ),
          )
          .join(""),
      );
    return tag("table", cells("th", block.head) + block.rows.map((row) => cells("td", row)).join(""));
  });
  const title = blocks.find((block) => "heading" in block);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title?.heading ?? "")}</title><style>body{font:11pt/1.4 sans-serif;max-width:50em;margin:2em auto}table{border-collapse:collapse}td,th{border:1px solid #aaa;padding:.2em .5em;text-align:left}h2,h3{break-after:avoid}tr,blockquote{break-inside:avoid}</style>${body.join("\n")}</html>\n`;
}
