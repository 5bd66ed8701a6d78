import type { ResponseOf } from "../../client";
import type { PageApi } from "./page-api";

type Checks = ResponseOf<"listChecks">;
/** What pages say of a check. */
export type CheckFacts = Pick<
  Checks["checks"][number] | Checks["sitemapChecks"][number],
  "id" | "title" | "why" | "fix"
>;

/** The checks by id, those of sitemaps too. */
export async function readChecks(api: PageApi): Promise<Map<string, CheckFacts>> {
  const { checks, sitemapChecks } = await api.listChecks();
  return new Map([...checks, ...sitemapChecks].map((check) => [check.id, check]));
}

/** What an issue is called everywhere. A check that no longer exists has only its id. */
export const issueTitle = (checks: ReadonlyMap<string, { title: string }>, id: string): string =>
  checks.get(id)?.title ?? id.replaceAll("_", " ");
