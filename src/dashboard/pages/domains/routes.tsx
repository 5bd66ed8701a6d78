import { Hono } from "hono";
import { readForm, submit } from "../../server/form";
import { ownPath } from "../../server/own-path";
import { page } from "../../server/page";
import type { PageEnv, SiteEnv } from "../../server/page-env";
import type { DomainFacts } from "../../server/read";
import { ButtonLink } from "../../ui/form";
import { Time } from "../../ui/format";
import { Badge, EmptyState, PageHeader } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/table";
import { readFields } from "../../server/read-fields";
import { addPage, NEW_DOMAIN } from "./add";
import { verifyPage } from "./verify";
import { appPath, sitePath } from "../../../lib/hosts/page-paths";

function Ownership({ verified, proofLostAt }: DomainFacts) {
  if (!verified) return <Badge tone="warn">not verified</Badge>;
  return proofLostAt === null ? <Badge tone="good">verified</Badge> : <Badge tone="bad">proof lost</Badge>;
}

const columns: Column<DomainFacts>[] = [
  { name: "Domain", heading: true, cell: ({ domain }) => <a href={sitePath(domain, "")}>{domain}</a> },
  { name: "Ownership", cell: (domain) => <Ownership {...domain} /> },
  { name: "Added", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const add = (
  <ButtonLink tone="main" href={appPath("domains/new")}>
    Add a domain
  </ButtonLink>
);

/** `/app`: the reader's domains. */
export const domainPages = new Hono<PageEnv>()
  .get("/", async (c) => {
    const cursor = c.req.query("cursor");
    const { domains, nextCursor } = await c.var.api.listDomains({ query: { cursor } });
    return page(
      c,
      { title: "Domains" },
      <>
        <PageHeader title="Domains" actions={add} />
        <DataTable
          caption="Your domains"
          columns={columns}
          rows={domains}
          empty={
            <EmptyState title="No domain yet" action={add}>
              Add the address of your site. Then prove that it is yours, and see what crawlers can read.
            </EmptyState>
          }
          next={nextCursor && appPath("", { cursor: nextCursor })}
          first={cursor ? appPath("") : null}
        />
      </>,
    );
  })
  .get("/domains/new", (c) => addPage(c))
  .post("/domains", async (c) => {
    const form = await readForm(c);
    const body = readFields(form, NEW_DOMAIN);
    return submit(c, {
      send: () => c.var.api.addDomain({ body }),
      done: ({ domain }) => ({ to: sitePath(domain, "verify") }),
      again: (problem) => addPage(c, body, problem),
    });
  })
  .post("/send-confirmation", async (c) => {
    const to = ownPath((await readForm(c)).text("back"));
    const body = { email: c.var.caller.email };
    return submit(c, {
      send: () => c.var.api.requestEmailProof({ body }),
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
      send: () => c.var.api.verifyDomain({ path: { domain } }),
      done: (answer) =>
        answer.originProven === false
          ? { to: sitePath(domain, ""), kind: "problem", text: "The domain is yours, but its origin has no proof yet." }
          : { to: sitePath(domain, ""), text: `${domain} is verified.` },
      again: (problem) => verifyPage(c, problem),
    });
  });
