import { AUDIT_CRAWLERS } from "../../../web";
import { readForm } from "../../server/form";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { Button, Field, Form, Select } from "../../ui/form";
import { Card } from "../../ui/panels";
import { sitePath } from "../../ui/paths";
import { AccessCard } from "./access-card";
import { typedAccess, typedAuditPlan, type AuditPlan } from "./audit-fields";
import { changeOwnDomain } from "./change-domain";
import { SeenSettings } from "./seen-settings";
import { OwnersOnly, SettingsFrame } from "./frame";

/** What this page's form replaces. */
const PLAN_FIELDS = ["auditFrequency", "auditScope", "auditExtractors"] as const;

const FREQUENCY_OPTIONS = [
  ["none", "Only when I start one"],
  ["daily", "Every day"],
  ["weekly", "Every week"],
  ["monthly", "Every month"],
] as const;
const CRAWLER_OPTIONS = [["", "Our own"], ...AUDIT_CRAWLERS.map((each) => [each, each] as const)] as const;

function ScopeFields({ scope, problem }: { scope: AuditPlan["auditScope"]; problem?: ApiProblem }) {
  const error = (name: string) => problem?.fieldMessage(`auditScope.${name}`);
  return (
    <>
      <Field
        label="Only paths that match, one on each line"
        name="include"
        rows={2}
        value={scope?.include?.join("\n")}
        placeholder="/blog/*"
        error={error("include")}
      />
      <Field
        label="No path that matches, one on each line"
        name="exclude"
        rows={2}
        value={scope?.exclude?.join("\n")}
        error={error("exclude")}
      />
      <Field
        label="Clicks from the start, at most"
        name="maxDepth"
        type="number"
        min={0}
        max={100}
        value={scope?.maxDepth}
        error={error("maxDepth")}
      />
      <Field
        label="Parameters that make no page of their own, one on each line"
        name="ignoreParams"
        rows={2}
        value={scope?.ignoreParams?.join("\n")}
        hint="* for all"
        error={error("ignoreParams")}
      />
      <Select
        label="Crawl as"
        name="crawler"
        value={scope?.crawler ?? ""}
        options={CRAWLER_OPTIONS}
        error={error("crawler")}
      />
    </>
  );
}

function ExtractorFields({ list, problem }: { list: AuditPlan["auditExtractors"]; problem?: ApiProblem }) {
  return (
    <>
      {Array.from({ length: Math.min(10, list.length + 1) }, (_, i) => {
        const at = (field: string) => `auditExtractors.${i}.${field}`;
        const of = list[i];
        return (
          <details class="item">
            <summary>{of?.name || "Add a field"}</summary>
            <Field
              label="Name"
              name={at("name")}
              value={of?.name}
              maxlength={40}
              placeholder="price"
              error={problem?.fieldMessage(at("name"))}
            />
            <Field
              label="CSS selector"
              name={at("selector")}
              value={of?.selector}
              maxlength={300}
              placeholder=".price"
              error={problem?.fieldMessage(at("selector"))}
            />
            <Field
              label="Attribute"
              name={at("attribute")}
              value={of?.attribute}
              maxlength={100}
              hint="Empty: the element’s text."
              error={problem?.fieldMessage(at("attribute"))}
            />
          </details>
        );
      })}
    </>
  );
}

interface Shown {
  plan?: AuditPlan;
  problem?: ApiProblem;
  accessProblem?: ApiProblem;
}

/** When audits start by themselves, what they look at, and what opens the site for them. */
export function auditSettingsPage(c: SitePageContext, { plan, problem, accessProblem }: Shown = {}) {
  const { domain } = c.var.domain;
  const { auditFrequency, auditScope, auditExtractors } = plan ?? c.var.domain;
  return page(
    c,
    { title: "Audit settings", section: "settings", status: (problem ?? accessProblem)?.status },
    <SettingsFrame domain={domain} tab="audits">
      <OwnersOnly c={c}>
        <Form action={sitePath(domain, "settings/audits")} problem={problem?.message}>
          <SeenSettings domain={c.var.domain} of={PLAN_FIELDS} />
          <Card title="Schedule">
            <Select label="Audit the site" name="auditFrequency" value={auditFrequency} options={FREQUENCY_OPTIONS} />
            <p class="hint">
              How often AI assistants are asked is set with each <a href={sitePath(domain, "mentions")}>prompt</a>.
            </p>
          </Card>
          <Card title="Limits of these audits">
            <ScopeFields scope={auditScope} problem={problem} />
          </Card>
          <Card title="What audits read from every page">
            <p class="hint">At most 10 fields. Results and exports have them.</p>
            <ExtractorFields list={auditExtractors} problem={problem} />
          </Card>
          <Button>Save</Button>
        </Form>
        <AccessCard c={c} problem={accessProblem} />
      </OwnersOnly>
    </SettingsFrame>,
  );
}

const here = (c: SitePageContext) => sitePath(c.var.domain.domain, "settings/audits");

export async function saveAuditPlan(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const plan = typedAuditPlan(form);
  const again = (problem: ApiProblem) => auditSettingsPage(c, { plan, problem });
  return changeOwnDomain(c, plan, here(c), again, { form, fields: PLAN_FIELDS });
}

/** What was typed is a secret, so it does not come back with the problem. */
export async function saveAccess(c: SitePageContext): Promise<Response> {
  const auditAccess = typedAccess(await readForm(c));
  return changeOwnDomain(c, { auditAccess }, here(c), (accessProblem) => auditSettingsPage(c, { accessProblem }));
}

export function removeAccess(c: SitePageContext): Promise<Response> {
  return changeOwnDomain(c, { auditAccess: null }, here(c), (accessProblem) => auditSettingsPage(c, { accessProblem }));
}
