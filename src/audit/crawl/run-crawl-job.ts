import * as z from "zod";
import { visitsByPath } from "../../analytics";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { objectStub } from "../../lib/platform/object-stub";
import { serverName } from "../../lib/hosts/server-name";
import { SECOND_MS } from "../../lib/time/time";
import { pathOf } from "../../lib/hosts/url";
import {
  CRAWLER_TOKEN,
  Deadlines,
  fetchRobots,
  headersOf,
  isSpent,
  judgePath,
  rulesFor,
  type RobotsFile,
} from "../../web";
import { Extraction } from "../../web/html";
import { auditedPage } from "../model/page/audited-page";
import { SharedTargets } from "../model/page/links";
import { forbidsEverything, parsedRobots } from "../model/site/robots-file";
import { asksFor } from "../model/run/run-state";
import { homeOfRun, ROBOTS_TIMEOUT_MS } from "../model/run/home-of-run";
import { JOB_VERSION, type JobReply } from "../model/run/calls";
import { markRunning } from "../repo";
import { stubOf } from "./frontier/stub-of";
import { askFile } from "./fetch/ask-file";
import { FileLoop } from "./file-loop";
import { CrawlLoop } from "./crawl-loop";
import { fetchPage, unreachedPage } from "./fetch/fetch-page";
import { FoundFiles } from "./found-files";
import { FoundUrls } from "./found-urls";
import type { JobContext } from "./frontier/job-context";
import { CONCURRENCY, crawlDelayMs } from "./fetch/pace";
import { readSitemaps } from "./sitemaps/read-sitemaps";
import { runRules } from "./run-rules";
import { PageRenderer } from "./fetch/page-renderer";
import { ShareImages } from "./fetch/share-images";

/** A job stops after this time, so that other domains get their turn and no invocation comes near its limits. */
const JOB_BUDGET_MS = 5 * SECOND_MS;
const JOB_BUDGET_FILES = 1_000;
const OTHER_VERSION_REST_MS = 5 * SECOND_MS;
const HEARTBEAT_MS = 8 * SECOND_MS;
/** Sampling never leaves out pages that crawlers visited within this many days. */
const ALWAYS_DAYS = 30;
const MAX_ALWAYS_PATHS = 5_000;

export const CrawlMessage = z.object({
  domainId: z.string().min(1),
  runId: z.string().min(1),
  token: z.string().min(1),
});
export type CrawlMessage = z.infer<typeof CrawlMessage>;

/** What the analysis needs from a crawled run. */
export interface CrawledRun {
  context: JobContext;
  robots: RobotsFile;
}

/**
 * Runs one job of a run's crawl, from the run's current phase until the job's budget is used up. Null: there is more to
 * crawl, or another job has taken over.
 */
export async function runCrawlJob(message: CrawlMessage, env: Bindings): Promise<CrawledRun | null> {
  const stub = stubOf(env, message.domainId);
  const job = await stub.claim(message.token, JOB_VERSION);
  if (!job) return null;
  if (job.version !== JOB_VERSION) {
    // The object is of another release: the job waits until it has been replaced.
    await stub.handOver(message.token, OTHER_VERSION_REST_MS);
    return null;
  }
  const context: JobContext = {
    env,
    stub,
    token: message.token,
    job,
    rules: await runRules(env, job.config),
    extraction: job.config.extractors ? new Extraction(job.config.extractors) : null,
  };
  // D1 records that a run began and how it ended. What happens in between is in the object alone.
  if (!job.begun && !(await markRunning(openDb(env.DB), job.config.runId, Date.now()))) {
    // Somebody took the run for abandoned before its start reached the object. Nobody would pay for its pages.
    await stub.finish(message.token, false);
    return null;
  }
  let robots = job.robots;
  if (job.phase === "prepare" || robots === null) {
    robots = await prepareRun(context);
    if (robots === null) return null;
  }
  if (job.phase !== "analyse" && job.phase !== "files") {
    const loop = crawlLoop(context, robots);
    const end = await loop.run();
    if (end === "lost") return null;
    if (end === "budget") {
      await stub.handOver(message.token, loop.restMs);
      return null;
    }
    if (!(await stub.crawled(message.token, end))) return null;
  }
  const needsFiles = job.phase !== "analyse" && asksFor(job.config) !== "none";
  if (needsFiles && !(await askFiles(context, robots))) return null;
  if (!isSpent(context.rules)) return { context, robots };
  // The analysis requests about a dozen files, which this invocation may be refused.
  await stub.handOver(message.token);
  return null;
}

/** Reads robots.txt and the sitemaps into the frontier. Null: another job has taken over. */
async function prepareRun(context: JobContext): Promise<RobotsFile | null> {
  const { env, stub, token, job, rules } = context;
  const { config } = job;
  const base = homeOfRun(config);
  const robots = await fetchRobots(base, rules, { now: Date.now(), timeoutMs: ROBOTS_TIMEOUT_MS });
  if (config.allowSampling && config.mode !== "selected") {
    const visited = await visitsByPath(env, config.domainId, ALWAYS_DAYS, Date.now());
    await stub.keepAlways(token, [...visited.keys()].slice(0, MAX_ALWAYS_PATHS));
  }
  const skipped = config.mode === "selected" || forbidsEverything(robots);
  const sitemaps = skipped ? null : await readSitemaps(context, base, robots);
  return (await stub.prepared(token, robots, sitemaps)) ? robots : null;
}

/** Requests what the pages refer to. False: there is more to request, or another job has taken over. */
async function askFiles({ env, stub, token, job, rules }: JobContext, robots: RobotsFile): Promise<boolean> {
  const crawler = job.config.scope?.crawler ?? null;
  const own = rulesFor(parsedRobots(robots), crawler ?? CRAWLER_TOKEN);
  const headers = headersOf(crawler);
  const { made, most } = rules.tally;
  const loop = new FileLoop(
    {
      next: (results, silent) => stub.nextFiles(token, results, silent),
      ask: (url, image) => askFile(url, image, rules, headers),
      isAllowed: (url) => judgePath(own.rules, pathOf(url)).allowed,
      look: (host, url) => objectStub(env.LINK_HOST, serverName(host)).look(url),
      now: Date.now,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
    {
      concurrency: CONCURRENCY,
      delayMs: crawlDelayMs(own),
      budgetMs: JOB_BUDGET_MS,
      budgetRequests: Math.min(JOB_BUDGET_FILES, most - made),
    },
  );
  const end = await loop.run();
  if (end === "budget") await stub.handOver(token, loop.restMs);
  return end === "done" && stub.filesAsked(token);
}

function crawlLoop(context: JobContext, robots: RobotsFile): CrawlLoop {
  const { env, stub, token, job, rules, extraction } = context;
  const { config } = job;
  const parsed = parsedRobots(robots);
  const crawler = config.scope?.crawler ?? null;
  const own = rulesFor(parsed, crawler ?? CRAWLER_TOKEN);
  const headers = headersOf(crawler);
  const google = rulesFor(parsed, "Googlebot");
  const closed = forbidsEverything(robots);
  const files = asksFor(config);
  const renderer = new PageRenderer(context, google.rules);
  const images = new ShareImages(env, rules, config.startedAt);
  const site = {
    targets: new SharedTargets(homeOfRun(config).origin),
    productionHost: config.scope?.productionHost ?? null,
  };
  const deadlines = new Deadlines();
  const keepsHooks = config.rendering !== "never" && config.rendering !== "all";
  const wishes = { extraction, keepsFiles: files !== "none", keepsHooks };
  return new CrawlLoop(
    {
      audit: async (place) => {
        const { url, depth } = place;
        const turn = renderer.join(place);
        const path = pathOf(url);
        const allowed = !closed && judgePath(own.rules, path).allowed;
        try {
          const fetched = allowed
            ? await fetchPage(url, depth, rules, { headers, deadlines, ...wishes })
            : unreachedPage(url, depth, "blocked");
          const googlebot = closed ? { allowed: false, rule: null } : judgePath(google.rules, path);
          const page = await renderer.look(auditedPage(fetched, googlebot, Date.now(), site), place, turn);
          return { ...page, shareImage: await images.look(page) };
        } finally {
          // Pages that wait for this one must not wait for ever.
          void renderer.pass(turn);
        }
      },
      advance: async (report): Promise<JobReply | null> => stub.advance(token, report),
      isSpent: () => images.isSpent || isSpent(rules),
      now: Date.now,
    },
    {
      concurrency: CONCURRENCY,
      delayMs: crawlDelayMs(own),
      budgetMs: JOB_BUDGET_MS,
      heartbeatMs: HEARTBEAT_MS,
    },
    new FoundUrls(config.mode, config.domain, config.scope),
    files === "none" ? null : new FoundFiles(files),
  );
}
