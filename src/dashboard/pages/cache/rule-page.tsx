import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { TableFields } from "../../ui/fields";
import { Button, Field, Form } from "../../ui/form";
import { Card, PageHeader } from "../../ui/panels";
import { RULE, type Rule } from "./rule-form";
import { TriedRule, type Tried } from "./tried-rule";
import { sitePath } from "../../../lib/hosts/page-paths";

/** Stored header values are never shown: only names come back. */
const headerLines = (headers: Rule["headers"]) =>
  Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value ?? ""}`)
    .join("\n");

/** The API names a field of a rule by the rule's place: `renderRules.3.path`, or `rules.0.path` of one that is tried. */
function ofTheRule(problem: ApiProblem) {
  const issues = (problem.extras["issues"] ?? []) as { path: string; message: string }[];
  const fieldMessage = (name: string) =>
    problem.fieldMessage(name) ??
    issues.find(({ path }) => new RegExp(`^(?:renderRules|rules)\\.\\d+\\.${name}(?:\\.|$)`).test(path))?.message;
  return { fieldMessage };
}

interface RuleForm {
  rule: Rule;
  /** Position of the rule that is changed; null: a new one. */
  index: number | null;
  was?: string;
  problem?: ApiProblem;
  tried?: Tried | null;
  tryPath?: string;
}

/** The form of one rule, which can be tried before it is saved. */
export function rulePage(c: SitePageContext, { rule, index, was, problem, tried, tryPath }: RuleForm) {
  const { domain } = c.var.domain;
  const title = index === null ? "Add a rule" : "Change a rule";
  return page(
    c,
    { title, section: "cache", status: problem?.status },
    <>
      <PageHeader title={title} back={{ href: sitePath(domain, "cache/rules"), name: "Rules" }} />
      {tried && (
        <Card title="What this rule does" id="tried">
          <TriedRule tried={tried} />
        </Card>
      )}
      <Form action={sitePath(domain, "cache/rules/save")} problem={problem?.message}>
        <input type="hidden" name="index" value={index === null ? "" : String(index)} />
        <input type="hidden" name="was" value={was ?? rule.path} />
        <TableFields
          table={RULE}
          values={{ ...rule, headers: headerLines(rule.headers) }}
          problem={problem && ofTheRule(problem)}
        />
        <Field
          label="Try it on this path"
          name="tryPath"
          value={tryPath}
          maxlength={2_048}
          placeholder="/shop/shoes"
          hint="Renders the page by the rule as shown here. Nothing is stored."
        />
        <div class="actions">
          <Button name="do" value="save">
            Save
          </Button>
          <Button tone="plain" name="do" value="try">
            Try without saving
          </Button>
        </div>
      </Form>
    </>,
  );
}
