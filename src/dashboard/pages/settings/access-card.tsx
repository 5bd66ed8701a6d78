import type { SitePageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { TableFields } from "../../ui/fields";
import { Button, Confirm, Form } from "../../ui/form";
import { Card, Facts } from "../../ui/panels";
import { ACCESS } from "./audit-fields";
import { sitePath } from "../../../lib/hosts/page-paths";

interface AccessCardProps {
  c: SitePageContext;
  problem?: ApiProblem;
  /** The user name as typed. Nothing else of the form comes back. */
  username?: string;
}

/** What gives audits access to a staging site. Its secrets are never shown again. */
export function AccessCard({ c, problem, username }: AccessCardProps) {
  const { domain, auditAccess } = c.var.domain;
  return (
    <Card title="A site that is not public" id="access">
      {auditAccess && (
        <>
          <Facts
            items={[
              ["Headers", auditAccess.headers.length > 0 ? auditAccess.headers.join(", ") : "none"],
              ["Basic authentication", auditAccess.basicAuth ? "yes" : "no"],
            ]}
          />
          <Confirm name="Remove the access" action={sitePath(domain, "settings/access/remove")}>
            Audits then see only what everyone can see.
          </Confirm>
        </>
      )}
      <p>
        Headers or a password for audits of a staging site. They are stored encrypted, are sent to the domain and its
        origin only, and are never shown again. Pages behind them are not rendered.
      </p>
      <Form action={sitePath(domain, "settings/access")} problem={problem?.message}>
        <TableFields table={ACCESS} values={{ username }} problem={problem} apiAt="auditAccess." />
        <Button>{auditAccess ? "Replace the access" : "Save the access"}</Button>
      </Form>
    </Card>
  );
}
