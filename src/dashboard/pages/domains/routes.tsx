import { Hono } from "hono";
import { page } from "../../server/page";
import type { PageEnv } from "../../server/page-env";
import type { DomainFacts } from "../../server/read";
import { ButtonLink } from "../../ui/form";
import { Time } from "../../ui/format";
import { Badge, EmptyState, PageHeader } from "../../ui/panels";
import { sitePath } from "../../ui/paths";
import { DataTable, type Column } from "../../ui/table";

const columns: Column<DomainFacts>[] = [
  { name: "Domain", heading: true, cell: ({ domain }) => <a href={sitePath(domain)}>{domain}</a> },
  {
    name: "Ownership",
    cell: ({ verified, proofLostAt }) =>
      proofLostAt !== null ? (
        <Badge tone="bad">proof lost</Badge>
      ) : verified ? (
        <Badge tone="good">verified</Badge>
      ) : (
        <Badge tone="warn">not verified</Badge>
      ),
  },
  { name: "Added", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const add = (
  <ButtonLink tone="main" href="/app/domains/new">
    Add a domain
  </ButtonLink>
);

/** `/app`: the reader's domains. */
export const domainPages = new Hono<PageEnv>().get("/", (c) =>
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
);
