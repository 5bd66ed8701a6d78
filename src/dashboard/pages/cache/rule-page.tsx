import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { Button, Checkbox, Field, Form, Select } from "../../ui/form";
import { Card, PageHeader } from "../../ui/panels";
import { sitePath } from "../../ui/paths";
import type { Rule } from "./rule-form";
import { TriedRule, type Tried } from "./tried-rule";

const ACTIONS = [
  ["render", "Render and cache"],
  ["pass", "Pass to my server, never cache"],
] as const;
const VIEWPORTS = [
  ["", "Desktop"],
  ["mobile", "Phone"],
  ["both", "Both: a snapshot for each"],
] as const;

/** Stored header values are never shown: only names come back. */
const headerLines = (headers: Rule["headers"]) =>
  Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value ?? ""}`)
    .join("\n");

function RuleFields({ rule, problem }: { rule: Rule; problem?: ApiProblem }) {
  const fault = (name: string) =>
    problem?.fieldMessage(name) ??
    ((problem?.extras["issues"] ?? []) as { path: string; message: string }[]).find(({ path }) =>
      new RegExp(`^(?:renderRules|rules)\\.\\d+\\.${name}(?:\\.|$)`).test(path),
    )?.message;
  return (
    <>
      <Field
        label="Path"
        name="path"
        required
        value={rule.path}
        maxlength={300}
        placeholder="/shop/*"
        hint="Without query; each * stands for any characters."
        error={fault("path")}
      />
      <Select label="What happens" name="action" value={rule.action} options={ACTIONS} />
      <Field
        label="Fresh for, in hours"
        name="ttlHours"
        type="number"
        min={1}
        max={720}
        value={rule.ttlHours}
        error={fault("ttlHours")}
      />
      <Field
        label="Wait for an element"
        name="waitFor"
        value={rule.waitFor}
        maxlength={300}
        placeholder=".price"
        hint="A CSS selector. The page is ready only when an element matches."
        error={fault("waitFor")}
      />
      <Field
        label="Wait longer, in milliseconds"
        name="waitMs"
        type="number"
        min={0}
        max={10_000}
        value={rule.waitMs}
        error={fault("waitMs")}
      />
      <Select label="Screen" name="viewport" value={rule.viewport ?? ""} options={VIEWPORTS} />
      <Checkbox
        label="Show the page at its full height"
        name="scroll"
        checked={rule.scroll}
        hint="For what loads when it comes into view."
      />
      <Checkbox label="Keep consent banners" name="keepConsent" checked={rule.keepConsent} />
      <Field
        label="Leave out"
        name="remove"
        rows={3}
        value={rule.remove?.join("\n")}
        hint="CSS selectors, one on each line."
        error={fault("remove")}
      />
      <Field
        label="Parameters that count"
        name="parameters"
        rows={3}
        value={rule.parameters?.join("\n")}
        hint="One on each line. Empty: all that are not ignored."
        error={fault("parameters")}
      />
      <Field
        label="Headers for your server"
        name="headers"
        rows={3}
        value={headerLines(rule.headers)}
        hint="One on each line, as name: value. Stored encrypted and never shown again; a name without a value keeps the stored one."
        error={fault("headers")}
      />
    </>
  );
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
        <RuleFields rule={rule} problem={problem} />
        <Field
          label="Try it on this path"
          name="tryPath"
          value={tryPath}
          maxlength={2_048}
          placeholder="/shop/shoes"
          hint="Renders the page by the rule as it stands here. Nothing is stored."
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
