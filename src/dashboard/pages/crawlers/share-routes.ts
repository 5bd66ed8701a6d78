import { Hono } from "hono";
import { pageContext, withReferrer } from "../../server/context";
import type { PublicEnv } from "../../server/page-env";
import { publicPage } from "./public-page";

/**
 * `/app/share`: pages for anyone who has the link. Their address is a secret, so they send no referrer to other sites.
 */
export const sharePages = new Hono<PublicEnv>()
  .use(withReferrer("no-referrer"), pageContext(), async (c, next) => {
    await next();
    c.header("x-robots-tag", "noindex, nofollow");
  })
  .get("/:domain/:token", publicPage);
