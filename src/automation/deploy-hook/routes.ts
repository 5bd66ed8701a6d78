import { Hono } from "hono";
import type * as z from "zod";
import { DOMAIN_ERRORS, requireCaller, type CallerEnv } from "../../accounts";
import type { ErrorCode } from "../../errors/table";
import { operation } from "../../http/operation";
import { validate } from "../../http/validate";
import { askDeploy } from "./ask-deploy";
import { readDeploy, readDeploys } from "./read-deploys";
import {
  DeployResponse,
  DeployBody,
  DeployParam,
  DeployQuery,
  DeploysResponse,
  DeploysQuery,
  OneDeployResponse,
} from "./schemas";

const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: false });

const deployOperation = (
  summary: string,
  description: string,
  responses: Record<number, z.ZodType>,
  errors: readonly ErrorCode[],
) =>
  operation({
    tag: "Prerender cache",
    summary,
    description,
    credentials: ["apiKey", "session"],
    responses,
    errors: [...DOMAIN_ERRORS, ...errors],
  });

const operations = {
  ask: deployOperation(
    "Tell the service that a release is live",
    "Finds the pages that may have changed since the previous deploy, removes them from the cache, renders them again, submits those whose content changed to IndexNow, and audits the new and changed ones. All of it happens after the response. While a deploy of the domain runs, the next one waits, and further calls join the one that waits.",
    { 202: DeployResponse },
    ["invalid_json", "payload_too_large", "deploy_ref_conflict", "deploy_full"],
  ),
  list: deployOperation(
    "List a domain's deploys",
    "Newest first. The last 100 deploys are kept.",
    { 200: DeploysResponse },
    [],
  ),
  one: deployOperation("Read a deploy", "Its steps and counts, even while it runs.", { 200: OneDeployResponse }, [
    "deploy_not_found",
  ]),
};

/** `/api/deploys`: the deploy hook and its ledger. */
export const deployRoutes = new Hono<CallerEnv>()
  .post("/", operations.ask, caller, validate("json", DeployBody), async (c) =>
    c.json(await askDeploy(c.env, c.get("caller"), c.req.valid("json"), Date.now()), 202),
  )
  .get("/", operations.list, caller, validate("query", DeploysQuery), async (c) =>
    c.json(await readDeploys(c.env, c.get("caller"), c.req.valid("query"))),
  )
  .get(
    "/:deployId",
    operations.one,
    caller,
    validate("param", DeployParam),
    validate("query", DeployQuery),
    async (c) =>
      c.json(await readDeploy(c.env, c.get("caller"), c.req.valid("query").domain, c.req.valid("param").deployId)),
  );
