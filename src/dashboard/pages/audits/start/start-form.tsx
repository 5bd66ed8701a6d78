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

/** What an audit reads, by its mode. */
const WAYS: Record<StartInput["mode"], string> = {
  follow: "The audit begins at your home page and follows its links.",
  sitemap: "The audit reads the pages of your sitemap.",
  selected: "The audit reads the addresses that you name.",
};

/** The form that starts an audit: one button, and options for those who want them. */
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
        <p>
          {WAYS[input.mode]} It looks at files, links and rendered pages, too, and takes some minutes on a large site.
        </p>
        <div class="actions">
          <Button>Start the audit</Button>
          <ButtonLink href={sitePath(domain, "audits")}>Back</ButtonLink>
        </div>
        <details class="more" open={input.scope !== undefined || problem !== undefined}>
          <summary>Options</summary>
          <TableFields table={START} values={input} problem={problem && withBadUrls(problem)} />
          <h2>Limits</h2>
          <TableFields table={SCOPE} values={input.scope} problem={problem} apiAt="scope." />
        </details>
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
