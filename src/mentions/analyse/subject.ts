import type { DomainRow } from "../../accounts";
import type { Subject } from "../core/analysis/types";

/** The settings that analyses read. */
export type SubjectRow = Pick<
  DomainRow,
  "domain" | "brandName" | "brandAliases" | "category" | "excludePhrases" | "competitors"
>;

/** The names to search a domain's answers for. */
export function subjectOf(domain: SubjectRow): Subject {
  return {
    brandName: domain.brandName ?? domain.domain,
    aliases: domain.brandAliases ?? [],
    domain: domain.domain,
    competitors: domain.competitors ?? [],
    ...(domain.category ? { category: domain.category } : {}),
    ...(domain.excludePhrases?.length ? { excludePhrases: domain.excludePhrases } : {}),
  };
}
