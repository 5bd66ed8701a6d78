import { readForm } from "../../server/form";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { TableFields } from "../../ui/fields";
import { Button, Form } from "../../ui/form";
import { Card } from "../../ui/panels";
import { SCOPE } from "../audits/start/scope-fields";
import { AccessCard } from "./access-card";
import {
  EXTRACTOR,
  MAX_EXTRACTORS,
  SCHEDULE,
  headerProblem,
  typedAccess,
  typedAuditPlan,
  type AuditPlan,
} from "./audit-fields";
import { changeOwnDomain } from "./change-domain";
import { SeenSettings } from "./seen-settings";
import { OwnersOnly, SettingsFrame } from "./frame";
import { sitePath } from "../../../lib/hosts/page-paths";

/** What this page's form replaces. */
const PLAN_FIELDS = ["auditFrequency", "auditRendering", "auditScope", "auditExtractors"] as const;

/** The fields that are stored, and an empty one. */
function ExtractorFields({ list, problem }: { list: AuditPlan["auditExtractors"]; problem?: ApiProblem }) {
  return (
    <>
      {Array.from({ length: Math.min(MAX_EXTRACTORS, list.length + 1) }, (_, i) => (
        <details class="item">
          <summary>{list[i]?.name || "Add a field"}</summary>
          <TableFields table={EXTRACTOR} values={list[i]} problem={problem} at={`auditExtractors.${i}.`} />
        </details>
      ))}
    </>
  );
}

interface Shown {
  plan?: AuditPlan;
  problem?: ApiProblem;
  accessProblem?: ApiProblem;
  username?: string;
}

/** When audits start on their own, what they look at, and what gives them access to the site. */
export function auditSettingsPage(c: SitePageContext, { plan, problem, accessProblem, username }: Shown = {}) {
  const { domain } = c.var.domain;
  const { auditFrequency, auditRendering, auditScope, auditExtractors } = plan ?? c.var.domain;
  return page(
    c,
    { title: "Audit settings", section: "settings", status: (problem ?? accessProblem)?.status },
    <SettingsFrame domain={domain} tab="audits">
      <OwnersOnly c={c}>
        <Form action={sitePath(domain, "settings/audits")} problem={problem?.message}>
          <SeenSettings domain={c.var.domain} of={PLAN_FIELDS} />
          <Card title="Schedule">
            <TableFields table={SCHEDULE} values={{ auditFrequency, auditRendering }} problem={problem} />
            <p class="hint">
              How often AI assistants are asked is set with each <a href={sitePath(domain, "mentions")}>prompt</a>.
            </p>
          </Card>
          <Card title="Limits of these audits">
            <TableFields table={SCOPE} values={auditScope ?? {}} problem={problem} apiAt="auditScope." />
          </Card>
          <Card title="What audits read from every page">
            <p class="hint">At most {MAX_EXTRACTORS} fields. Results and exports include them.</p>
            <ExtractorFields list={auditExtractors} problem={problem} />
          </Card>
          <Button>Save</Button>
        </Form>
        <AccessCard c={c} problem={accessProblem} username={username} />
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

/** Headers and the password are secrets, so only the user name comes back with a problem. */
export async function saveAccess(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const again = (accessProblem: ApiProblem) => auditSettingsPage(c, { accessProblem, username: form.some("username") });
  const problem = headerProblem(form);
  return problem ? again(problem) : changeOwnDomain(c, { auditAccess: typedAccess(form) }, here(c), again);
}

export function removeAccess(c: SitePageContext): Promise<Response> {
  return changeOwnDomain(c, { auditAccess: null }, here(c), (accessProblem) => auditSettingsPage(c, { accessProblem }));
}
