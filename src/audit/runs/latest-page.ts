import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { presentPage } from "./presenters";
import { findPage, latestFinishedRun, type RunRow } from "./repo";
import { runPages } from "./run-pages";

type Page = ReturnType<typeof presentPage>;

export interface LatestPage {
  run: { id: string; status: string; startedAt: number; completedAt: number | null };
  /** The page as in the run's detail; null: the run did not see it. */
  page: Page | null;
}

/** Reads one page of a domain's latest finished audit; null: there is no finished audit. */
export async function latestPage(
  env: Pick<Bindings, "DB" | "ARCHIVE">,
  domainId: string,
  path: string,
): Promise<LatestPage | null> {
  const db = openDb(env.DB);
  const run = await latestFinishedRun(db, domainId);
  if (!run) return null;
  const { id, status, startedAt, completedAt } = run;
  const row = run.archiveKey === null ? await findPage(db, run.id, path) : undefined;
  const page = run.archiveKey === null ? row && presentPage(row, null, true) : await archivedPage(env, run, path);
  return { run: { id, status, startedAt, completedAt }, page: page ?? null };
}

/** Searches an archived run; parses only lines that contain the path. */
async function archivedPage(
  env: Pick<Bindings, "DB" | "ARCHIVE">,
  run: RunRow,
  path: string,
): Promise<Page | undefined> {
  const mark = `"path":${JSON.stringify(path)}`;
  for await (const batch of runPages(env, run)) {
    for (const { json } of batch) {
      const page = json.includes(mark) ? (JSON.parse(json) as Page) : null;
      if (page?.path === path) return page;
    }
  }
  return undefined;
}
