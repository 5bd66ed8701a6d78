import { dashboardPage } from "../../../lib/hosts/dashboard-page";
import { sitePath } from "../../../lib/hosts/page-paths";
import { AI_PROVIDERS } from "../../../lib/ai-providers";
import type { Provider } from "../provider";
import type { Block, Item } from "./blocks";
import type { ReportV3 } from "./figures/schema";
import { headlineOf } from "./figures/headline";
import { tellsOfAudit } from "./figures/key-figures";
import { asPercent, counted, shown } from "./figures/stats";
import { methodBlocks } from "./method";
import { summaryBlocks } from "./summary-page";

const table = (head: string[], rows: Array<Array<string | number>>): Block[] =>
  rows.length === 0
    ? []
    : [{ head, rows: rows.map((row) => row.map((cell) => (typeof cell === "number" ? shown(cell) : cell))) }];
const list = (items: Item[]): Block[] => (items.length === 0 ? [] : [{ items }]);
const section = (heading: string, blocks: Block[]): Block[] =>
  blocks.length === 0 ? [] : [{ heading, level: 3 }, ...blocks];
const labelOf = (provider: Provider) => AI_PROVIDERS[provider].label;

/** Addresses of the dashboard's pages. Without an origin, they are no web addresses, and texts stay plain. */
interface Links {
  prompt: (id: string) => string;
  answer: (id: string) => string;
  page: (apiPath: string) => Item;
  /** The searches that assistants ran, and the pages that answer them. */
  questions: Item;
}

function linksTo(domain: string, origin: string): Links {
  return {
    prompt: (id) => origin + sitePath(domain, "mentions/prompts/:id", { id }),
    answer: (id) => origin + sitePath(domain, "mentions/answers/:id", { id }),
    questions: { text: "Questions.", url: origin + sitePath(domain, "mentions/questions") },
    page: (apiPath) => {
      const { href, name } = dashboardPage(domain, apiPath);
      return { text: `${name}.`, url: origin + href };
    },
  };
}

function actionBlocks(item: ReportV3["actionItems"][number], links: Links): Block[] {
  const { title, status, priority, detail, why, todo, prompts = [], pages = [], evidence, firstSeen } = item;
  if (status === "resolved")
    return [{ heading: `Resolved: ${title}`, level: 3 }, { text: `First seen on ${firstSeen}.` }];
  const since = status === "continuing" ? `, since ${firstSeen}` : ", new";
  return [
    { heading: title, level: 3 },
    { text: `Priority ${priority}${since}. ${detail}` },
    ...(why ? [{ text: `Why it matters: ${why}` }] : []),
    ...(todo ? [{ text: `What to do: ${todo.text} See`, link: links.page(todo.link) }] : []),
    ...list(prompts.map(({ id, text }) => ({ text: `Prompt: ${text}`, url: links.prompt(id) }))),
    ...evidence.flatMap(({ quote, provider, runId }): Block[] =>
      quote === "" ? [] : [{ quote, by: { text: labelOf(provider), url: links.answer(runId) } }],
    ),
    ...list(pages.map(({ url, title: name }) => ({ text: name || url, url }))),
  ];
}

type Highlight = ReportV3["promptHighlights"]["wins"][number];

/** A prompt with what became of it, in words. */
function highlightText({
  promptText,
  responses,
  visibilityPercent,
  previousVisibilityPercent: before,
  topCompetitor,
}: Highlight): string {
  const rival = topCompetitor === null ? "" : `; most named otherwise: ${topCompetitor}`;
  const was = before === null ? "" : `, after ${asPercent(before)} in the week before`;
  return `“${promptText}”: named in ${asPercent(visibilityPercent)} of ${counted(responses, "answer")}${was}${rival}.`;
}

/** What is said if no prompt won or lost. */
export const unmovedText = ({ stats }: ReportV3) =>
  headlineOf(stats).change.visibility.significant
    ? "No prompt changed clearly on its own; together they did."
    : "No single prompt changed by more than chance explains.";

function promptBlocks(report: ReportV3, links: Links): Block[] {
  const { wins, losses, gaps } = report.promptHighlights;
  const part = (name: string, of: readonly Highlight[]): Block[] =>
    of.length === 0
      ? []
      : [{ text: name }, ...list(of.map((each) => ({ text: highlightText(each), url: links.prompt(each.promptId) })))];
  return section("Prompts won and lost", [
    ...part("Won: named clearly more often than the week before.", wins),
    ...part("Lost: named clearly less often.", losses),
    ...part("Never named, while others are.", gaps),
    ...(wins.length + losses.length === 0 ? [{ text: unmovedText(report) }] : []),
  ]);
}

function funnelBlocks(funnel: ReportV3["funnel"], links: Links): Block[] {
  if (!funnel) return [];
  const { crawledPages, citedPages, citedAndCrawled, checkedPages, auditedPages, soundPages } = funnel;
  const crawled =
    crawledPages === 0
      ? "Crawlers: no visit was counted in these days."
      : `Crawlers visited ${counted(crawledPages, "page")}.`;
  const visited = crawledPages === 0 || citedPages === 0 ? "" : `, of which crawlers visited ${citedAndCrawled}`;
  return [
    { text: crawled, link: links.page(funnel.links.crawled) },
    {
      text: `Answers cite ${counted(citedPages, "page")} of the site${visited}.`,
      link: links.page(funnel.links.cited),
    },
    ...(tellsOfAudit(funnel)
      ? [
          {
            text: `Most cited pages: ${checkedPages}, of which the latest audit saw ${auditedPages}, ${soundPages} of them without a problem.`,
            link: links.page(funnel.links.audited),
          },
        ]
      : []),
    { text: "Which searches the assistants ran, which pages answer them, and who read those:", link: links.questions },
  ];
}

function providerTable({ providerInsights }: ReportV3): Block[] {
  return table(
    ["Provider", "Model", "Answers", "Visibility, %", "95% interval", "Note"],
    providerInsights.map(({ provider, model, responses, visibilityPercent, interval, note }) => [
      labelOf(provider),
      model ?? "–",
      responses,
      responses > 0 ? visibilityPercent : "–",
      interval && responses > 0 ? `${shown(interval.low)}–${shown(interval.high)}` : "–",
      note,
    ]),
  );
}

function rivalTable({ brand, stats, competitorLandscape: landscape }: ReportV3): Block[] {
  const own = headlineOf(stats);
  const rows = landscape.competitors.map(({ name, mentions, presencePct, sharePct, avgPosition }) => ({
    order: presencePct,
    cells: [name, mentions, presencePct, sharePct, avgPosition],
  }));
  const mine = {
    order: own.visibility.value,
    cells: [
      `${brand.name} (you)`,
      own.mentions,
      own.visibility.value,
      own.shareOfVoice,
      own.mentions > 0 ? own.avgPosition : "–",
    ],
  };
  const sorted = rows.length === 0 ? [] : [mine, ...rows].sort((a, b) => b.order - a.order);
  return table(
    ["Name", "Answers", "Of all answers, %", "Share of voice, %", "Average position"],
    sorted.map(({ cells }) => cells),
  );
}

/** A report as a document for readers: a page of summary, then the detail, then the method. `origin`: of the dashboard. */
export function reportDocument(report: ReportV3, origin = ""): Block[] {
  const links = linksTo(report.domain, origin);
  const { actionItems, citationOpportunities } = report;
  return [
    ...summaryBlocks(report),
    { heading: "Detail", level: 2, newPage: true },
    ...actionItems.flatMap((item) => actionBlocks(item, links)),
    ...promptBlocks(report, links),
    ...section("Providers", providerTable(report)),
    ...section("Competitors", rivalTable(report)),
    ...section(
      "Sources to appear in",
      table(
        ["Domain", "Answers", "Why"],
        citationOpportunities.map(({ domain, responses, reason }) => [domain, responses, reason]),
      ),
    ),
    ...section("From crawlers into answers", funnelBlocks(report.funnel, links)),
    ...methodBlocks(report),
  ];
}
