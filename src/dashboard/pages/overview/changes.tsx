import { Button, ButtonLink, Form } from "../../ui/form";
import { Num } from "../../ui/format";
import { Card, Facts } from "../../ui/panels";
import { sitePath } from "../../../lib/hosts/page-paths";
import type { StartInput } from "../audits/start/start-input";
import type { RunFacts } from "./figures";
import type { KindChanges } from "../audits/parts/changed-kinds";

interface ChangedProps {
  run: RunFacts;
  changed: KindChanges;
  domain: string;
}

/** What changed since the audit before. */
export const ChangedCard = ({ run, changed, domain }: ChangedProps) => (
  <Card
    title="Since the audit before"
    id="changes"
    actions={<a href={sitePath(domain, "audits/:runId/compare", { runId: run.id })}>Compare</a>}
  >
    <Facts
      items={[
        ["Kinds of issues fixed", <Num value={changed.fixed.length} />],
        ["New", <Num value={changed.added.length} />],
        ["Remaining", <Num value={changed.remaining} />],
      ]}
    />
  </Card>
);

interface CheckProps {
  runs: readonly RunFacts[] | null;
  input: StartInput;
  domain: string;
}

/** Starts an audit with one click, or leads to the one that runs. */
export function CheckAgain({ runs, input, domain }: CheckProps) {
  const [latest] = runs ?? [];
  if (!latest) return null;
  if (latest.completedAt === null)
    return <ButtonLink href={sitePath(domain, "audits/:runId", { runId: latest.id })}>Watch the audit</ButtonLink>;
  if (input.scope) return <ButtonLink href={sitePath(domain, "audits/new")}>Check again</ButtonLink>;
  const { mode, urls, files = "own", allowSampling } = input;
  return (
    <Form action={sitePath(domain, "audits/new")}>
      <input type="hidden" name="mode" value={mode} />
      <input type="hidden" name="urls" value={urls.join("\n")} />
      <input type="hidden" name="files" value={files} />
      {allowSampling && <input type="hidden" name="allowSampling" value="yes" />}
      <Button>Check again</Button>
    </Form>
  );
}
