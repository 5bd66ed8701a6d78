import { partView } from "../../ui/lists/list-view";
import { listState } from "../../server/list";
import { Hono } from "hono";
import { readForm, submit } from "../../server/form";
import { ownPath } from "../../server/own-path";
import { page } from "../../server/page";
import type { PageEnv, SiteEnv } from "../../server/page-env";
import { ButtonLink } from "../../ui/form";
import { EmptyState, PageHeader } from "../../ui/panels";
import { DataTable } from "../../ui/lists/table";
import { leaveFlash } from "../../server/flash";
import { domainColumns, readRows } from "./domain-rows";
import { startFirstAudit } from "./first-audit";
import { readFields } from "../../server/read-fields";
import { addPage, NEW_DOMAIN } from "./add";
import { verifyPage } from "./verify";
import { appPath, sitePath } from "../../../lib/hosts/page-paths";

/** Rows per page: each takes a few reads. */
const ROWS = 20;

const add = (
  <ButtonLink tone="main" href={appPath("domains/new")}>
    Add a domain
  </ButtonLink>
);

/** `/app`: the reader's domains; of one domain, its page of the day. */
export const domainPages = new Hono<PageEnv>()
  .get("/", async (c) => {
    const list = listState(c, ["all"]);
    const [only, ...others] = c.var.domains;
    if (only && others.length === 0 && c.req.query("all") === undefined) {
      if (c.var.flash) leaveFlash(c, c.var.flash);
      return c.redirect(sitePath(only.domain, ""), 303);
    }
    const { domains, nextCursor } = await c.var.api.listDomains({ query: { cursor: list.cursor, limit: ROWS } });
    const rows = await readRows(c, domains);
    return page(
      c,
      { title: "Domains" },
      <>
        <PageHeader title="Domains" actions={add} />
        <DataTable
          caption="Your domains"
          view={partView({ rows, nextCursor, total: c.var.domains.length, perPart: ROWS }, domainColumns, list)}
          empty={
            <EmptyState title="No domain yet" picture="snapshot" action={add}>
              Add the address of your site. Then prove that it is yours, and see what crawlers can read.
            </EmptyState>
          }
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
      done: async (answer) => {
        const to = sitePath(domain, "");
        if (answer.originProven === false)
          return { to, kind: "problem" as const, text: "The domain is yours, but its origin has no proof yet." };
        const started = await startFirstAudit(c);
        return { to, text: `${domain} is verified.${started ? " Its first audit has started." : ""}` };
      },
      again: (problem) => verifyPage(c, problem),
    });
  });
