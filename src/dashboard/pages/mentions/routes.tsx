import { Hono } from "hono";
import { page } from "../../server/page";
import type { SiteEnv } from "../../server/page-env";
import { ButtonLink } from "../../ui/form";
import { EmptyState, PageHeader } from "../../ui/panels";
import { sitePath } from "../../ui/paths";
import { answerPage } from "./answer";
import { citationsPage } from "./citations";
import { competitorsPage } from "./competitors";
import { funnelPage } from "./funnel";
import { overviewPage } from "./overview";
import { promptOf, promptPage } from "./prompt";
import { removePrompt, setPromptState } from "./prompt-actions";
import { changePromptFrom, createPromptFrom, editPromptPage, newPromptPage } from "./prompt-form";
import { promptsPage } from "./prompts";
import { reportPage } from "./report";
import { reportsPage } from "./reports";

/** `/app/site/:domain/mentions` */
export const mentionPages = new Hono<SiteEnv>()
  // Prompts are asked for verified domains only, and the API knows no others.
  .use(async (c, next) => {
    const { domain, verified } = c.var.domain;
    if (verified) return next();
    const action = <ButtonLink href={sitePath(domain, "verify")}>Verify the domain</ButtonLink>;
    return page(
      c,
      { title: "AI mentions", section: "mentions" },
      <>
        <PageHeader title="AI mentions" />
        <EmptyState title="The domain is not verified yet" action={action}>
          Once it is proven that the site is yours, AI assistants are asked about it.
        </EmptyState>
      </>,
    );
  })
  .get("/", overviewPage)
  .get("/prompts", promptsPage)
  .get("/prompts/new", newPromptPage)
  .post("/prompts/new", createPromptFrom)
  .get("/prompts/:id", promptPage)
  .get("/prompts/:id/edit", async (c) => editPromptPage(c, await promptOf(c)))
  .post("/prompts/:id/edit", async (c) => changePromptFrom(c, await promptOf(c)))
  .post("/prompts/:id/state", setPromptState)
  .post("/prompts/:id/delete", removePrompt)
  .get("/answers/:id", answerPage)
  .get("/competitors", competitorsPage)
  .get("/citations", citationsPage)
  .get("/funnel", funnelPage)
  .get("/reports", reportsPage)
  .get("/reports/:date", reportPage);
