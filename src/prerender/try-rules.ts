import { authorizeDomain, type Caller, type RenderRule } from "../accounts";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { ruleIndex } from "./core/render-rules";
import { pagePathOf, siteOf } from "./site";

/** Says which rule applies to a page, of the domain's rules or of `rules`. @throws those of authorizeDomain. */
export async function tryRules(
  env: Bindings,
  caller: Caller,
  input: { domain: string; path: string; rules?: readonly RenderRule[] | undefined },
) {
  const site = siteOf(await authorizeDomain(openDb(env.DB), caller, input.domain));
  const rules = input.rules ?? site.rules;
  const index = ruleIndex(rules, input.path);
  const rule = rules[index] ?? null;
  return {
    cacheKey: pagePathOf(site, input.path),
    index: rule ? index : null,
    rule,
    action: rule?.action ?? "render",
    ttlHours: rule?.ttlHours ?? site.ttlHours,
  };
}
