import { visitOf } from "../../analytics";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { log } from "../../lib/text/log";
import { indexedPage, leasedPage } from "./cached-page";
import { canonicalRedirect } from "./canonical-redirect";
import { wantedFrom } from "../core/serving-rules";
import { proofOf, TRIAL_HEADER } from "../core/trial-proof";
import { trialOf } from "../../web";
import { goneAnswer } from "./gone-answer";
import { keyFile } from "./key-file";
import { llmsTxt } from "./llms-txt";
import { markdownTwin } from "./markdown-twin";
import { originAnswer } from "./origin-response";
import { lookupFor } from "./page-lookup";
import { pathOnly, type Answerer, type CacheLookup, type PageAnswer, type PageRequest } from "./page-request";
import { rememberRequest } from "./repeated-requests";
import { renderedPage } from "./rendered-page";

/**
 * Answerers for any request, tried in turn. Their failures are final, because they request from the origin themselves.
 */
const FILES: readonly Answerer<PageRequest>[] = [llmsTxt, keyFile, markdownTwin];

/** Answerers for a page request, tried in turn. If none answers, or one fails, the origin does. */
const PAGES: readonly Answerer<CacheLookup>[] = [
  goneAnswer,
  canonicalRedirect,
  rememberedPage,
  indexedPage,
  renderedPage,
];

/**
 * Answers a crawler: with a generated file, with the page's snapshot (cached or rendered now), or else with the
 * origin's response. Never returns one of our error pages while the origin is up.
 */
export async function serveSnapshot(env: Bindings, asked: Omit<PageRequest, "visit">): Promise<Response> {
  const answer = await answerTo(env, asked);
  const trial = trialOf(asked.request.headers.get("user-agent"));
  // What the origin returned with a status that can't be constructed has headers that can't be set.
  if (trial !== null && answer.status <= 599) answer.headers.set(TRIAL_HEADER, await proofOf(trial));
  return answer;
}

async function answerTo(env: Bindings, asked: Omit<PageRequest, "visit">): Promise<Response> {
  const { domainId, domain, suspended } = asked.site;
  const visit = visitOf(asked.request, { domainId, domain, path: "", servedBy: "cache" }, Date.now());
  const page: PageRequest = { ...asked, visit };
  if (suspended) return originAnswer(env, page);
  return (await firstAnswer(FILES, env, page)) ?? (await snapshotAnswer(env, page)) ?? originAnswer(env, page);
}

/** Null: let the origin answer. */
async function snapshotAnswer(env: Bindings, page: PageRequest): Promise<Response | null> {
  try {
    const lookup = lookupOf(page);
    return lookup && (await firstAnswer(PAGES, env, lookup));
  } catch (error) {
    if (error instanceof ApiError && error.code === "rate_limited") throw error;
    const { site, pathAndQuery } = page;
    const path = pathOnly(pathAndQuery).slice(0, 300);
    log("error", "snapshot_unavailable", { domain: site.domain, path, error: String(error) });
    return null;
  }
}

/** A leased page, which answers further requests of this kind sooner. */
async function rememberedPage(env: Bindings, lookup: CacheLookup): Promise<PageAnswer> {
  const answer = await leasedPage(env, lookup);
  if (answer !== null && answer !== "origin") rememberRequest(lookup);
  return answer;
}

async function firstAnswer<Asked extends PageRequest>(
  answerers: readonly Answerer<Asked>[],
  env: Bindings,
  asked: Asked,
): Promise<Response | null> {
  for (const answerer of answerers) {
    const answer = await answerer(env, asked);
    if (answer !== null) return answer === "origin" ? null : answer;
  }
  return null;
}

/** What to look up in the cache; null if the request can't be in it. */
function lookupOf(page: PageRequest): CacheLookup | null {
  const { request, site, pathAndQuery } = page;
  const { method, headers } = request;
  const { kind } = wantedFrom({ method, pathname: pathOnly(pathAndQuery), headers, markdown: site.markdown });
  return kind === "origin" ? null : lookupFor(page, pathAndQuery, kind);
}
