import type { DomainRow } from "../../accounts";
import type { Bindings } from "../../env";
import { pageText } from "../core/page-text";
import { indexOf } from "../cache/index-of";
import { pagePathOf } from "../cache/site";
import type { PageVersion } from "../history/version-rows";
import type { WatchedPage } from "../history/watched-rows";
import { readSnapshot } from "./read-snapshot";

type Env = Pick<Bindings, "SNAPSHOT_INDEX" | "SNAPSHOTS" | "KV">;

/** Snapshots that one call reads, so that what is watched from now on has a version from before its next change. */
const FIRST_READ = 10;
/** Pages of one answer that are noted. */
const MAX_NOTED = 20;
/** Pages per call of the index. */
const VERSIONS = 50;

type Site = Pick<DomainRow, "id" | "domain" | "ignoredParameters" | "renderRules">;

const bare = (host: string) => host.replace(/^www\./, "");

/** The cache keys of URLs on the domain, with or without `www.`, each once. */
export function keysOfUrls(site: Site, urls: readonly string[]): Map<string, string> {
  const settings = { ignoredParameters: site.ignoredParameters ?? [], rules: site.renderRules ?? [] };
  return new Map(
    urls.flatMap((text) => {
      const url = URL.parse(text);
      const path = url && bare(url.host) === bare(site.domain) ? pagePathOf(settings, url.pathname + url.search) : null;
      return path === null ? [] : [[text, path] as const];
    }),
  );
}

/** Notes that an answer cites these URLs: from now on, versions of those on the domain are kept. */
export async function watchCited(env: Env, site: Site, urls: readonly string[], now: number): Promise<void> {
  const paths = [...new Set(keysOfUrls(site, urls).values())].slice(0, MAX_NOTED);
  if (paths.length > 0) await keepFirst(env, site.id, await indexOf(env, site.id).noteCited(paths, now), now);
}

/** Replaces the pages that the owner chose to watch. Returns those that can be cached. */
export async function watchChosen(env: Env, site: Site, paths: readonly string[], now: number): Promise<string[]> {
  const settings = { ignoredParameters: site.ignoredParameters ?? [], rules: site.renderRules ?? [] };
  const keys = [...new Set(paths.flatMap((path) => pagePathOf(settings, path) ?? []))];
  await keepFirst(env, site.id, await indexOf(env, site.id).chooseWatched(keys, now), now);
  return keys;
}

async function keepFirst(env: Env, domainId: string, paths: readonly string[], now: number): Promise<void> {
  for (const path of paths.slice(0, FIRST_READ)) {
    const snapshot = await readSnapshot(env, domainId, path, now);
    if (!snapshot) continue;
    const { textLines } = await import("../history/text-lines");
    const { createdAt: at, status } = snapshot.entry;
    // What a browser showed is not known any more.
    const text = pageText(textLines(snapshot.html), "");
    await indexOf(env, domainId).keepFirstVersion({ path, at, status, text });
  }
}

/** The pages whose versions are kept. */
export function watchedPages(env: Pick<Bindings, "SNAPSHOT_INDEX">, domainId: string): Promise<WatchedPage[]> {
  return indexOf(env, domainId).watched();
}

/** The kept versions of pages, each page's in order of time. */
export async function keptVersions(
  env: Pick<Bindings, "SNAPSHOT_INDEX">,
  domainId: string,
  paths: readonly string[],
): Promise<PageVersion[]> {
  const found: PageVersion[] = [];
  for (let from = 0; from < paths.length; from += VERSIONS)
    found.push(...(await indexOf(env, domainId).versions(paths.slice(from, from + VERSIONS))));
  return found;
}
