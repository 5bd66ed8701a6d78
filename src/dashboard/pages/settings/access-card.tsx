import type { SitePageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { Button, Confirm, Field, Form } from "../../ui/form";
import { Card, Facts } from "../../ui/panels";
import { sitePath } from "../../ui/paths";

/** What opens a staging site for audits. Its values are never shown again. */
export function AccessCard({ c, problem }: { c: SitePageContext; problem?: ApiProblem }) {
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
            Audits see then what everybody sees.
          </Confirm>
        </>
      )}
      <p>
        Headers or a password for audits of a staging site. They are stored encrypted, are sent to the domain and its
        origin only, and are never shown again. Pages behind them are not rendered.
      </p>
      <Form action={sitePath(domain, "settings/access")} problem={problem?.message}>
        <Field
          label="Headers, one on each line, as name: value"
          name="headers"
          rows={2}
          error={problem?.fieldMessage("auditAccess.headers")}
        />
        <Field
          label="User name"
          name="username"
          autocomplete="off"
          error={problem?.fieldMessage("auditAccess.basicAuth.username")}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autocomplete="off"
          error={problem?.fieldMessage("auditAccess.basicAuth.password")}
        />
        <Button>{auditAccess ? "Replace the access" : "Save the access"}</Button>
      </Form>
    </Card>
  );
}
