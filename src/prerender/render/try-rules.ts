import { authorizeDomain, presentRules, sealRules, type Caller, type RenderRule } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { ruleIndex } from "../core/render-rules";
import { variantsOf, type Variant } from "../core/variant";
import { pagePathOf, siteOf } from "../cache/site";
import { tryPage } from "./try-page";

/**
 * Returns which rule applies to a page, of the domain's rules or of `rules`. With `render`, renders the page by it and
 * stores nothing. @throws those of authorizeDomain and sealRules.
 */
export async function tryRules(
  env: Bindings,
  caller: Caller,
  input: {
    domain: string;
    path: string;
    rules?: readonly RenderRule[] | undefined;
    render: boolean;
    screen?: Variant | undefined;
  },
) {
  const own = siteOf(await authorizeDomain(openDb(env.DB), caller, input.domain));
  const rules = input.rules ? await sealRules(env, own, input.rules, own.rules) : own.rules;
  const site = { ...own, rules };
  const path = pagePathOf(site, input.path);
  const index = ruleIndex(rules, path ?? input.path);
  const rule = rules[index] ?? null;
  const action = rule?.action ?? "render";
  const variants = variantsOf(rule);
  const variant = variants.find((each) => each === input.screen) ?? variants[0]!;
  return {
    cacheKey: path,
    index: rule ? index : null,
    rule: rule && presentRules([rule])[0]!,
    action,
    ttlHours: rule?.ttlHours ?? site.ttlHours,
    render: input.render && action === "render" && path !== null ? await tryPage(env, site, path, variant) : null,
  };
}
