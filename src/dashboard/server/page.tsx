import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { LocaleContext } from "../ui/format";
import { Layout } from "./layout";
import type { PageContext, PageSetup, PublicEnv } from "./page-env";

/** Answers with a page. */
export function page(c: PageContext, options: PageSetup, body: Child): Response | Promise<Response> {
  const { locale, assets, flash, caller, domains, domain, emailVerified } = c.var as PublicEnv["Variables"];
  const content = (
    <LocaleContext.Provider value={locale}>
      <Layout {...options} view={{ assets, flash, caller, domains, domain, emailVerified, path: c.req.path }}>
        {body}
      </Layout>
    </LocaleContext.Provider>
  );
  return c.html(html`<!doctype html>${content}`, (options.status ?? 200) as 200);
}
