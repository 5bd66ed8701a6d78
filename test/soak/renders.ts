import { ask, seedAccount, startService } from "../support/service.ts";
import { BOT, type Soaked } from "./soaked.ts";
import { pathOf, RENDERED, startSites } from "./sites.ts";
import { isFlat, trendOf } from "./verdict.ts";
import { Watch, type Sample } from "./watch.ts";

const SITES = 40;
/** The pool has eight tabs. */
const AT_ONCE = 8;
const IDLE_SECONDS = 15;
/** Tabs that render, tabs that wait for their domain's next page, and one that closes. */
const MOST_PAGES = 8 + 12 + 1;
const SAID_EVERY = 100;

/** Renders pages that nobody has asked for before, over many sites, through a started service. */
export async function soakRenders(renders: number, minutes: number, say: (line: string) => void): Promise<Soaked> {
  const sites = await startSites(SITES);
  const service = await startService({ BROWSER_IDLE_SECONDS: String(IDLE_SECONDS) });
  const keys: Array<Record<string, string>> = [];
  for (const domain of sites.hosts)
    keys.push(await seedAccount(service.base, { domain }, "business", { requestsPerMinute: 1_000_000 }));
  const counts = { rendered: 0, incomplete: 0, origin: 0, failed: 0 };
  const firstWrong: string[] = [];
  let [next, done] = [0, 0];
  const watch = new Watch(service.child.pid!, () => done);
  const endAt = Date.now() + minutes * 60_000;
  const render = async (n: number): Promise<keyof typeof counts> => {
    const path = pathOf(n);
    const url = `/render/http://${sites.hosts[n % SITES]}${path}`;
    const headers = { ...keys[n % SITES], "user-agent": BOT };
    const answer = await ask(service.base, "GET", url, { headers }).catch(() => null);
    const cache = answer?.headers.get("x-crawlready-cache");
    if (answer?.status === 200 && cache === "miss" && String(answer.body).includes(RENDERED)) return "rendered";
    if (firstWrong.length < 10) firstWrong.push(`${path}: ${answer?.status ?? "no answer"}, ${cache ?? "not marked"}`);
    if (answer?.status !== 200) return "failed";
    return cache === "bypass" ? "origin" : "incomplete";
  };
  const lane = async () => {
    while (next < renders && Date.now() < endAt) {
      counts[await render(next++)]++;
      if (++done % SAID_EVERY === 0) say(`${done} renders, ${describe(watch.samples.at(-1)!)}`);
    }
  };
  say(`${SITES} sites, ${describe(await watch.take())}`);
  watch.start();
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await watch.stop();
  const busy = [...watch.samples];
  // The browser closes when nobody renders.
  const hasClosed = await watch.untilClosed((IDLE_SECONDS + 120) * 1_000);
  const before = watch.samples.at(-1)!;
  const after = await watch.take("collected");
  await service.dispose();
  await sites.close();
  const wrong: string[] = [];
  for (const [name, read] of [
    ["workerd", "workerdMb"],
    ["the browser", "browserMb"],
    ["wrangler's workerd", "entryMb"],
    ["Node", "nodeMb"],
  ] as const) {
    const trend = trendOf(busy.map((sample) => [sample.done, sample[read]] as const));
    if (!trend) continue;
    const text = `${name}: ${Math.round(trend.mean)} MB, ${trend.perThousand.toFixed(1)} MB per 1,000 renders in the second half (${(trend.growth * 100).toFixed(1)} %), at most ${Math.round(trend.most)} MB`;
    say(text);
    if (!isFlat(trend)) wrong.push(`grows: ${text}`);
  }
  if (watch.windows.stuck.length > 0) wrong.push(`pages that stayed: ${watch.windows.stuck.join(", ")}`);
  const mostPages = Math.max(...busy.map(({ pages, browsers }) => pages / Math.max(1, browsers)));
  if (mostPages > MOST_PAGES) wrong.push(`${mostPages} pages in one browser`);
  if (!hasClosed) wrong.push(`${before.browserProcesses} processes of a browser were left`);
  const good = counts.rendered / Math.max(1, done);
  if (good < 0.99) wrong.push(`only ${(good * 100).toFixed(1)} % of the pages were rendered`);
  return {
    samples: watch.samples,
    xName: "renders",
    facts: {
      renders: done,
      ...counts,
      mostPages,
      mostOthers: mostOf(busy.map(({ others }) => others)),
      windowsStuck: watch.windows.stuck.length,
      left: { processes: before.browserProcesses, workerdMb: before.workerdMb, afterCollection: after },
      firstWrong,
    },
    wrong,
  };
}

/** The most of each kind. */
function mostOf(all: ReadonlyArray<Record<string, number>>): Record<string, number> {
  const most: Record<string, number> = {};
  for (const [kind, count] of all.flatMap((each) => Object.entries(each)))
    most[kind] = Math.max(most[kind] ?? 0, count);
  return most;
}

function describe({ workerdMb, browserMb, browserProcesses, pages }: Sample): string {
  return `workerd ${Math.round(workerdMb)} MB, browser ${Math.round(browserMb)} MB in ${browserProcesses} processes, ${pages} pages`;
}
