import { shownHost } from "../../../lib/hosts/shown-host";
import { page } from "../../server/page";
import type { PageContext } from "../../server/page-env";
import type { ApiProblem, DomainFacts } from "../../server/read";
import { Button, Form } from "../../ui/form";
import { Badge, Card, CopyText, Notice, PageHeader } from "../../ui/panels";
import { Untrusted } from "../../ui/untrusted";
import { appPath, sitePath } from "../../../lib/hosts/page-paths";

/** What one check of the site saw. */
export interface ProofAttempt {
  method: string;
  ok: boolean;
  lookedFor: string;
  found: string;
}

/** Where the proof can be, and after a check what was seen there. */
export function verifyPage(c: PageContext, problem?: ApiProblem) {
  const { domain, caller } = c.var as { domain: DomainFacts; caller: { role: string } };
  const attempts = (problem?.extras["attempts"] ?? []) as ProofAttempt[];
  const seen = (method: string) => <Seen attempt={attempts.find((each) => each.method === method)} />;
  const { dnsTxt, file, meta } = domain.verification;
  return page(
    c,
    { title: "Verify", section: domain.verified ? "settings" : undefined, status: problem?.status },
    <>
      <PageHeader
        title={<>Prove that {shownHost(domain.domain)} is yours</>}
        back={{ href: appPath("", { all: "yes" }), name: "Domains" }}
        lead="Choose one of the three ways, and leave the proof in place: we look for it every day."
      />
      {problem && attempts.length === 0 && <Notice kind="bad">{problem.message}</Notice>}
      {attempts.length > 0 && <Notice kind="bad">We found no proof yet. Each way shows what we saw.</Notice>}
      <Card title="A DNS record" id="dns">
        <p>Add a TXT record. It may take a few minutes until everyone sees it.</p>
        <p class="label">Name</p>
        <CopyText text={dnsTxt.name} name="the record's name" />
        <p class="label">Value</p>
        <CopyText text={dnsTxt.value} name="the record's value" />
        {seen("dns")}
      </Card>
      <Card title="A file" id="file">
        <p>Serve a text file with this content, and nothing else, at this path of your site.</p>
        <p class="label">Path</p>
        <CopyText text={file.path} name="the file's path" />
        <p class="label">Content</p>
        <CopyText text={file.content} name="the file's content" />
        {seen("file")}
      </Card>
      <Card title="A tag on the home page" id="meta">
        <p>
          Put this tag into the <code>head</code> of your home page, as your server sends it: scripts are not run.
        </p>
        <CopyText text={meta} name="the tag" block />
        {seen("meta")}
      </Card>
      {caller.role === "owner" ? (
        <Form action={sitePath(domain.domain, "verify")}>
          <Button>Check now</Button>
        </Form>
      ) : (
        <Notice>Only owners of the account can check a domain. Ask one of them.</Notice>
      )}
    </>,
  );
}

function Seen({ attempt }: { attempt: ProofAttempt | undefined }) {
  if (!attempt) return null;
  return (
    <p class="seen">
      <Badge tone={attempt.ok ? "good" : "bad"}>{attempt.ok ? "found" : "not found"}</Badge> We saw:{" "}
      <Untrusted text={attempt.found} max={800} />.
    </p>
  );
}
