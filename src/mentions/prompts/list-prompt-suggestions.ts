import { authorizeDomain, type Caller } from "../../accounts";
import { visitsByPath } from "../../analytics";
import { latestPages } from "../../audit";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { describedPages } from "../../prerender";
import { registrableLabel } from "../core/analysis/citations";
import { suggestPrompts, type VisitedPage } from "../core/suggest-prompts";
import { listPromptsOf } from "../repo/prompts";
import type { SuggestionsQuery } from "../schemas";
import { subjectOf } from "../analyse/subject";

const DAYS = 30;
/** Pages considered: the most crawled ones. */
const MAX_PAGES = 200;

/**
 * Prompts worth monitoring, from the pages that crawlers visit most and that the latest audit found sound. Asks no AI
 * provider. @throws ApiError as authorizeDomain.
 */
export async function listPromptSuggestions(env: Bindings, caller: Caller, query: SuggestionsQuery, now: number) {
  const db = openDb(env.DB);
  const domain = await authorizeDomain(db, caller, query.domain);
  const [visits, prompts, described] = await Promise.all([
    visitsByPath(env, domain.id, DAYS, now),
    listPromptsOf(db, domain.id),
    describedPages(env, domain.id, now),
  ]);
  const titles = new Map(described.map(({ path, title }) => [path, title]));
  const pages = (await soundPaths(env, domain.id))
    .map((path): VisitedPage => ({ path, title: titles.get(path) ?? "", visits: visits.get(path) ?? 0 }))
    .sort((a, b) => b.visits - a.visits)
    .slice(0, MAX_PAGES);
  const subject = subjectOf(domain);
  const names = [subject.brandName, ...subject.aliases, registrableLabel(domain.domain)];
  const existing = prompts.map(({ promptText }) => promptText);
  return suggestPrompts(pages, { domain: domain.domain, names, existing }, query.limit);
}

/** The pages of the latest audit that exist and may be indexed. */
async function soundPaths(env: Bindings, domainId: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const batch of (await latestPages(env, domainId))?.batches ?? []) {
    for (const { path, statusCode, indexable } of batch) if (statusCode === 200 && indexable) paths.push(path);
  }
  return paths;
}
