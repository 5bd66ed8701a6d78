import { Hono } from "hono";
import { page } from "../../server/page";
import type { SiteEnv } from "../../server/page-env";
import { EmptyState, PageHeader } from "../../ui/panels";
import { ButtonLink } from "../../ui/form";
import { sitePath } from "../../ui/paths";

/** `/app/site/:domain` */
export const overviewPages = new Hono<SiteEnv>().get("/", (c) => {
  const { domain } = c.var.domain;
  return page(
    c,
    { title: "Overview", section: "" },
    <>
      <PageHeader title="Overview" />
      <EmptyState
        title="No audit yet"
        action={
          <ButtonLink tone="main" href={sitePath(domain, "audits")}>
            Start an audit
          </ButtonLink>
        }
      />
    </>,
  );
});
