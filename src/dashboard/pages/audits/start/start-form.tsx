import type { ApiProblem } from "../../../server/read";
import { TableFields } from "../../../ui/fields";
import { Card } from "../../../ui/panels";
import { Button, ButtonLink, FileField, Form } from "../../../ui/form";
import { SCOPE } from "./scope-fields";
import { START, type StartInput } from "./start-input";
import { sitePath } from "../../../../lib/hosts/page-paths";

/** The problem with what the API says of single addresses, at their field. */
function withBadUrls(problem: ApiProblem) {
  const bad = (problem.extras["invalidUrls"] ?? []) as { url: string; reason: string }[];
  const some = bad.slice(0, 3).map(({ url, reason }) => `${url.slice(0, 200)} ${reason}`);
  const urlsError = some.length > 0 ? `${some.join("; ")}.` : undefined;
  return {
    fieldMessage: (name: string) => problem.fieldMessage(name) ?? (name === "urls" ? urlsError : undefined),
  };
}

/** The form that starts an audit. */
export function StartForm({ domain, input, problem }: { domain: string; input: StartInput; problem?: ApiProblem }) {
  const running = problem?.code === "run_already_active" ? String(problem.extras["runId"]) : null;
  return (
    <>
      {running !== null && (
        <p>
          <a href={sitePath(domain, "audits/:runId", { runId: running })}>Watch the running audit</a>
        </p>
      )}
      <Form action={sitePath(domain, "audits/new")} problem={problem?.message}>
        <TableFields table={START} values={input} problem={problem && withBadUrls(problem)} />
        <details class="more" open={input.scope !== undefined || problem !== undefined}>
          <summary>Limits</summary>
          <TableFields table={SCOPE} values={input.scope} problem={problem} apiAt="scope." />
        </details>
        <div class="actions">
          <Button>Start the audit</Button>
          <ButtonLink href={sitePath(domain, "audits")}>Back</ButtonLink>
        </div>
      </Form>
    </>
  );
}

/** The form that starts an audit of the addresses in a file. */
export const ListForm = ({ domain, problem }: { domain: string; problem?: ApiProblem }) => (
  <Card title="Or audit a list of addresses">
    <Form
      action={sitePath(domain, "audits/new/list")}
      problem={problem && [problem.message, problem.fieldMessage("body")].filter(Boolean).join(" ")}
      upload
    >
      <FileField
        label="File with addresses"
        name="file"
        accept=".csv,.txt,.xml,text/csv,text/plain,application/xml"
        hint="A text file with one address per line, a CSV file with a column url, or a sitemap: at most 50,000 addresses of this domain. Only they are audited."
      />
      <Button>Start the audit of the list</Button>
    </Form>
  </Card>
);
