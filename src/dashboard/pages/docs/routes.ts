import { Hono } from "hono";
import { knownReader, pageContext } from "../../server/context";
import type { PublicEnv } from "../../server/page-env";
import { errorsPage } from "./errors-page";
import { docsPage } from "./list-page";
import { operationPage } from "./operation-page";

/** `/docs`: the API's reference, made from its own description. */
export const docsPages = new Hono<PublicEnv>()
  .use("/docs/*", pageContext(), knownReader())
  .get("/docs", docsPage)
  .get("/docs/", (c) => c.redirect("/docs", 301))
  .get("/docs/errors", errorsPage)
  .get("/docs/:id", operationPage);
