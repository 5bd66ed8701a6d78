import { ruleFor } from "../core/render-rules";
import { keyOf, variantFor } from "../core/variant";
import { pagePathOf } from "../cache/site";
import type { CacheLookup, PageRequest } from "./page-request";

const FORMS = { html: "page", markdown: "markdown" } as const;

/** The lookup of a page in this form; null if it can't be in the cache. */
export function lookupFor(page: PageRequest, pathAndQuery: string, form: CacheLookup["form"]): CacheLookup | null {
  const { request, site, visit } = page;
  const path = pagePathOf(site, pathAndQuery);
  const rule = path === null ? null : ruleFor(site.rules, path);
  if (path === null || rule?.action === "pass") return null;
  return {
    ...page,
    visit: visit && { ...visit, path, form: FORMS[form] },
    path,
    key: keyOf(path, variantFor(rule, request.headers.get("user-agent"))),
    form,
    ttlHours: rule?.ttlHours ?? site.ttlHours,
  };
}
