import { Hono } from "hono";
import { page } from "../../server/page";
import type { SiteEnv } from "../../server/page-env";
import { Button, Field, Form } from "../../ui/form";
import { EmptyState, PageHeader } from "../../ui/panels";
import { PartCard } from "../../server/part";
import { UntrustedLink } from "../../ui/untrusted";
import { pathTyped } from "../../ui/typed-address";
import type { SiteContext } from "../audits/parts/read-runs";
import { AuditParts } from "./audit-parts";
import { Citations, RenderLog, RobotsVerdicts, SnapshotFacts, Visits } from "./parts";
import { readAddress } from "./read-address";
import { sitePath } from "../../../lib/hosts/page-paths";

async function Report({ c, path }: { c: SiteContext; path: string }) {
  const { domain } = c.var.domain;
  const address = await readAddress(c, path);
  return (
    <>
      <p>
        <UntrustedLink url={address.url} max={200} />
      </p>
      <PartCard
        title="Snapshot in the cache"
        of={address.snapshot}
        show={(snapshot) => <SnapshotFacts snapshot={snapshot} domain={domain} path={path} />}
      />
      <AuditParts domain={domain} history={address.history} checks={address.checks} />
      <PartCard
        title="Crawler visits"
        of={address.visits}
        show={(visits) => <Visits visits={visits} domain={domain} />}
      />
      <PartCard
        title="What each crawler may fetch"
        of={address.robots}
        show={(robots) => <RobotsVerdicts robots={robots} domain={domain} path={path} />}
      />
      <PartCard
        title="Citations in AI answers"
        of={address.citations}
        show={(citations) => <Citations citations={citations} domain={domain} />}
      />
      <PartCard title="Render log" of={address.renders} show={(renders) => <RenderLog renders={renders} />} />
    </>
  );
}

/** `/app/site/:domain/inspect?url=`: everything that is known about one address. */
export const inspectPages = new Hono<SiteEnv>().get("/", async (c) => {
  const { domain } = c.var.domain;
  const typed = c.req.query("url")?.trim() ?? "";
  const found = typed === "" ? null : pathTyped(domain, typed);
  const fault = found && "fault" in found ? found.fault : undefined;
  // Awaited here: a component that waits would lose the reader's locale.
  const report = found && "path" in found ? await Report({ c, path: found.path }) : null;
  return page(
    c,
    { title: "Inspect", section: "inspect", status: fault ? 400 : 200 },
    <>
      <PageHeader title="Inspect an address" lead="The cache, the audits, crawlers and AI answers, for one page." />
      <Form action={sitePath(domain, "inspect")} method="get" row>
        <Field label="Address or path" name="url" type="search" required value={typed.slice(0, 4_096)} error={fault} />
        <Button>Inspect</Button>
      </Form>
      {report ?? (
        <EmptyState title={fault ? "This address can't be inspected" : "Which page?"}>
          Enter a whole address on the domain, or a path such as /about.
        </EmptyState>
      )}
    </>,
  );
});
