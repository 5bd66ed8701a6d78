import { Hono } from "hono";
import { readForm, submit } from "../../server/form";
import { ownPath } from "../../server/own-path";
import { page } from "../../server/page";
import type { PageEnv, SiteEnv } from "../../server/page-env";
import { expectDone, read, segment, type DomainFacts } from "../../server/read";
import { ButtonLink } from "../../ui/form";
import { Time } from "../../ui/format";
import { Badge, EmptyState, PageHeader } from "../../ui/panels";
import { sitePath } from "../../ui/paths";
import { DataTable, type Column } from "../../ui/table";
import { addPage } from "./add";
import { verifyPage } from "./verify";

function Ownership({ verified, proofLostAt }: DomainFacts) {
  if (!verified) return <Badge tone="warn">not verified</Badge>;
  return proofLostAt === null ? <Badge tone="good">verified</Badge> : <Badge tone="bad">proof lost</Badge>;
}

const columns: Column<DomainFacts>[] = [
  { name: "Domain", heading: true, cell: ({ domain }) => <a href={sitePath(domain)}>{domain}</a> },
  { name: "Ownership", cell: (domain) => <Ownership {...domain} /> },
  { name: "Added", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const add = (
  <ButtonLink tone="main" href="/app/domains/new">
    Add a domain
  </ButtonLink>
);

/** `/app`: the reader's domains. */
export const domainPages = new Hono<PageEnv>()
  .get("/", (c) =>
    page(
      c,
      { title: "Domains" },
      <>
        <PageHeader title="Domains" actions={add} />
        <DataTable
          caption="Your domains"
          columns={columns}
          rows={c.var.domains}
          empty={
            <EmptyState title="No domain yet" action={add}>
              Add the address of your site. Then prove that it is yours, and see what crawlers can read.
            </EmptyState>
          }
        />
      </>,
    ),
  )
  .get("/domains/new", (c) => addPage(c))
  .post("/domains", async (c) => {
    const form = await readForm(c);
    const json = { domain: form.text("domain"), origin: form.some("origin"), brandName: form.some("brandName") };
    return submit(c, {
      send: () => read(c.var.api.api.account.domains.$post({ json })),
      done: ({ domain }) => ({ to: sitePath(domain, "verify") }),
      again: (problem) => addPage(c, json, problem),
    });
  })
  .post("/send-confirmation", async (c) => {
    const to = ownPath((await readForm(c)).text("back"));
    const json = { email: c.var.caller.email };
    return submit(c, {
      send: () => expectDone(c.var.api.api.auth["send-verification-email"].$post({ json })),
      done: () => ({ to, text: "The link is on its way." }),
      back: to,
    });
  });

/** `/app/site/:domain/verify`: the only page of a domain that is not verified. */
export const verifyPages = new Hono<SiteEnv>()
  .get("/", (c) => verifyPage(c))
  .post("/", (c) => {
    const { domain } = c.var.domain;
    return submit(c, {
      send: () => read(c.var.api.api.account.domains[":domain"].verify.$post({ param: { domain: segment(domain) } })),
      done: (answer) =>
        answer.originProven === false
          ? { to: sitePath(domain), kind: "problem", text: "The domain is yours, but its origin has no proof yet." }
          : { to: sitePath(domain), text: `${domain} is verified.` },
      again: (problem) => verifyPage(c, problem),
    });
  });
