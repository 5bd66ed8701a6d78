import { readForm, submit, type FormFields } from "../../server/form";
import type { SitePageContext } from "../../server/page-env";
import { ApiProblem } from "../../server/read";
import { typedRule, type Rule } from "./rule-form";
import { rulePage } from "./rule-page";
import { rulesPage } from "./rules";
import { sitePath } from "../../../lib/hosts/page-paths";

const NEW: Rule = { path: "", action: "render" };

const MOVED =
  "The rules have changed in the meantime, and another one is now where this one was. Saving adds this one as a new rule.";

/** Whether the rule that a form names is still where it was. */
function standsThere(form: FormFields, rules: readonly Rule[]): boolean {
  return form.text("index") !== "" && rules[Number(form.text("index"))]?.path === form.text("was");
}

/** The position that a form names. @throws ApiProblem if another rule is there now. */
function positionIn(form: FormFields, rules: readonly Rule[]): number {
  if (!standsThere(form, rules))
    throw new ApiProblem(409, "rules_changed", "The rules have changed in the meantime. Check them again.", {});
  return Number(form.text("index"));
}

function saveRules(c: SitePageContext, renderRules: readonly Rule[]) {
  return c.var.api.changeDomain({ path: { domain: c.var.domain.domain }, body: { renderRules: [...renderRules] } });
}

/** The form for the rule that the address names, or for a new one. */
export function editRule(c: SitePageContext) {
  const index = c.req.query("index");
  const rule = index === undefined ? undefined : c.var.domain.renderRules[Number(index)];
  return rulePage(c, { rule: rule ?? NEW, index: rule ? Number(index) : null });
}

/** Saves the rule, or tries it. */
export async function saveRule(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const { domain, renderRules } = c.var.domain;
  const rule = typedRule(form);
  const isNew = form.text("index") === "";
  const stands = isNew || standsThere(form, renderRules);
  const index = isNew || !stands ? null : Number(form.text("index"));
  const rules = index === null ? [...renderRules, rule] : renderRules.map((each, i) => (i === index ? rule : each));
  const shown = { rule, index, was: form.text("was"), tryPath: form.text("tryPath") };
  if (!stands) return rulePage(c, { ...shown, problem: new ApiProblem(409, "rules_changed", MOVED, {}) });
  if (form.text("do") === "try") return tryRule(c, shown);
  return submit(c, {
    send: () => saveRules(c, rules),
    done: () => ({ to: sitePath(domain, "cache/rules"), text: `The rule for ${rule.path} is saved.` }),
    again: (problem) => rulePage(c, { ...shown, problem }),
  });
}

/** Only this rule is tried, whatever comes before it. */
async function tryRule(c: SitePageContext, shown: Parameters<typeof rulePage>[1]): Promise<Response> {
  const body = { domain: c.var.domain.domain, path: shown.tryPath || "/", rules: [shown.rule], render: true };
  try {
    return await rulePage(c, { ...shown, tried: await c.var.api.tryRenderRules({ body }) });
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return rulePage(c, { ...shown, problem: error });
    throw error;
  }
}

/** Moves a rule one place up or down. */
export async function moveRule(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const { domain, renderRules } = c.var.domain;
  return submit(c, {
    send: () => {
      const index = positionIn(form, renderRules);
      const [rule] = renderRules.slice(index);
      const rest = renderRules.filter((_, i) => i !== index);
      const at = form.text("by") === "up" ? index - 1 : index + 1;
      return saveRules(c, [...rest.slice(0, Math.max(0, at)), rule!, ...rest.slice(Math.max(0, at))]);
    },
    done: () => ({ to: sitePath(domain, "cache/rules") }),
    back: sitePath(domain, "cache/rules"),
  });
}

export async function removeRule(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const { domain, renderRules } = c.var.domain;
  return submit(c, {
    send: () => {
      const index = positionIn(form, renderRules);
      return saveRules(
        c,
        renderRules.filter((_, i) => i !== index),
      );
    },
    done: () => ({ to: sitePath(domain, "cache/rules"), text: "The rule is removed." }),
    back: sitePath(domain, "cache/rules"),
  });
}

/** Renders a page by the domain's rules and shows the result. Nothing is stored. */
export async function tryRender(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const path = c.req.query("path") ?? "/";
  const screen = (["desktop", "mobile"] as const).find((each) => each === form.text("screen"));
  const body = { domain: c.var.domain.domain, path, render: true, screen };
  try {
    return await rulesPage(c, await c.var.api.tryRenderRules({ body }));
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return rulesPage(c, null, error);
    throw error;
  }
}
