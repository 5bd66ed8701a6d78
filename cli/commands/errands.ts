import {
  lostErrands,
  READINGS,
  sendThroughAll,
  type ErrandReading,
  type Reading,
} from "../../src/insights/core/errand-walk";
import type { Errand } from "../../src/insights/core/errand-words";
import { isNotFound } from "../../src/lib/hosts/not-found";
import { markdownView } from "../../src/lib/text/agent-text";
import { agentViews } from "../../src/web/site/agent-view";
import { CliError } from "../cli-error.ts";
import { parseJson } from "../../src/lib/text/json";
import { EXIT, print } from "../output.ts";
import { readText } from "../read-text.ts";
import { plainText, printableJson } from "../report/plain-text.ts";
import { fetchPage, type FetchedPage } from "../site/fetch-page.ts";
import { urlOf } from "../target.ts";

export interface ErrandOptions {
  format: "text" | "json";
  baseline?: string;
  require: Errand[];
}

/** What `--format json` writes, and `--baseline` reads. */
export interface SavedErrands {
  url: string;
  readings: ErrandReading[];
}

type Fetch = (url: URL, accept: string) => Promise<FetchedPage>;

/** Sends the agent through a site as it is served. Markdown only if the home page is offered as Markdown. */
export async function sendThrough(origin: string, wanted: readonly Errand[], get: Fetch): Promise<SavedErrands> {
  const pages = new Map<string, Promise<FetchedPage>>();
  const page = (path: string, accept: string) => {
    const key = `${accept} ${path}`;
    const known = pages.get(key) ?? get(new URL(path, origin), accept);
    pages.set(key, known);
    return known;
  };
  const home = await page("/", "text/html");
  if (home.status === 0) throw new CliError(`${origin}/ can't be fetched.`);
  const hasMarkdown = (await page("/", "text/markdown")).isMarkdown;
  const readings = READINGS.filter((reading) => reading !== "markdown" || hasMarkdown);
  const views = new Map<string, ReturnType<typeof agentViews>>();
  const viewsOf = (path: string, html: string) => {
    const known = views.get(path) ?? agentViews(html);
    views.set(path, known);
    return known;
  };
  const readerOf = (reading: Reading) => async (path: string) => {
    const { status, text, isMarkdown } = await page(path, reading === "markdown" ? "text/markdown" : "text/html");
    if (isNotFound(status)) return "missing" as const;
    if (status !== 200) return null;
    if (reading === "markdown") return isMarkdown ? markdownView(text) : null;
    return viewsOf(path, text)[reading];
  };
  return { url: `${origin}/`, readings: await sendThroughAll({ origin, readings, readerOf }, wanted) };
}

/** `crawlready errands`: what a scripted agent finds on a site. Returns the exit code. */
export async function errands(name: string, { format, baseline, require }: ErrandOptions): Promise<number> {
  const before = baseline === undefined ? null : await readBaseline(baseline);
  const saved = await sendThrough(urlOf(name).origin, require, fetchPage);
  if (format === "json") await print(`${printableJson(saved)}\n`);
  else await print(`${linesOf(saved, before).join("\n")}\n`);
  return failedErrands(saved, before).length > 0 ? EXIT.threshold : EXIT.fine;
}

/** What makes the command fail: with a baseline what passed there, without one all that fails. */
export function failedErrands(saved: SavedErrands, before: SavedErrands | null): string[] {
  return saved.readings.flatMap(({ reading, errands: results }) => {
    const earlier = before?.readings.find((each) => each.reading === reading)?.errands ?? [];
    const failed = before
      ? lostErrands(earlier, results)
      : results.filter(({ state }) => state === "fails").map(({ errand }) => errand);
    return failed.map((errand) => `${errand} by ${reading}`);
  });
}

async function readBaseline(file: string): Promise<SavedErrands> {
  const saved = parseJson(await readText(file, "--baseline")) as Partial<SavedErrands> | null | undefined;
  if (saved === undefined) throw new CliError(`${file} can't be read: it is not JSON.`);
  const isErrands = Array.isArray(saved?.readings) && saved.readings.every(({ errands: list }) => Array.isArray(list));
  if (isErrands) return saved as SavedErrands;
  throw new CliError(`${file} is not what \`crawlready errands --format json\` writes.`);
}

const STATES = {
  passes: "found",
  fails: "NOT FOUND",
  does_not_apply: "does not apply",
  unknown: "cannot tell",
} as const;

function linesOf(saved: SavedErrands, before: SavedErrands | null): string[] {
  const failed = failedErrands(saved, before);
  return [
    plainText(saved.url, 500),
    ...saved.readings.flatMap(({ reading, errands: results }) => [
      "",
      `by ${reading}`,
      ...results.map(
        ({ errand, state, path, quote, unread }) =>
          `  ${errand.padEnd(8)} ${STATES[state].padEnd(15)} ${plainText(path.join(" > "), 200)}${quote === "" ? "" : `: ${plainText(quote, 160)}`}${unread ? `: ${plainText(unread, 120)} can't be read` : ""}`,
      ),
    ]),
    "",
    failed.length > 0
      ? `${before ? "Lost since the baseline" : "Not found"}: ${failed.join(", ")}.`
      : before
        ? "Nothing that the baseline found is lost."
        : "Every errand that applies passes.",
  ];
}
