import { Hono } from "hono";
import { limitRate } from "../accounts/throttle/limit-rate";
import { ApiError } from "../errors/api-error";
import type { AppEnv } from "../http/app-env";
import { operation } from "../http/operation";
import { requireOperator } from "../http/require-operator";
import { noQuery, validate } from "../http/validate";
import { endCheckup } from "./end-checkup";
import { readCheckup } from "./read-checkup";
import { CheckupBody, CheckupProgress, CheckupReport } from "./schemas";
import { startCheckup } from "./start-checkup";

const described = { tag: "Operator", credentials: ["operator"] } as const;
const operator = requireOperator();

/** A checkup costs some dozen calls and a render. */
const STARTS_PER_MINUTE = 6;

const startOp = operation({
  ...described,
  summary: "Start a checkup of the service",
  description:
    "Tries what no test before a deployment can: that the bindings exist and answer, and that a page is rendered, a name resolved and each AI provider's key accepted. It also sends a message through each queue and sets an alarm in an object of each class; `GET` says which have arrived. `crawlready doctor` does all of it and judges the result. One checkup at a time; `DELETE` ends it.",
  responses: { 200: CheckupReport },
  errors: ["invalid_request", "invalid_json", "payload_too_large", "rate_limited"],
});
const readOp = operation({
  ...described,
  summary: "Read the progress of the checkup",
  responses: { 200: CheckupProgress },
  errors: ["invalid_request", "not_found"],
});
const endOp = operation({
  ...described,
  summary: "End the checkup",
  description: "Deletes what the checkup has written. Without this, that happens ten minutes after its start.",
  responses: { 204: null },
  errors: [],
});

/** `/api/admin/doctor`: what `crawlready doctor` calls. */
export const doctorRoutes = new Hono<AppEnv>()
  .post("/doctor", startOp, operator, validate("json", CheckupBody), async (c) => {
    await limitRate(c.env, "doctor-starts", STARTS_PER_MINUTE).catch(passUnlessRefused);
    const { mailTo = null, spend = false } = c.req.valid("json");
    return c.json(await startCheckup(c.env, { base: new URL(c.req.url).origin, mailTo, spend }, Date.now()), 200);
  })
  .get("/doctor", readOp, operator, noQuery, async (c) => {
    const heard = await readCheckup(c.env, Date.now());
    if (!heard) throw new ApiError("not_found", "No checkup is under way.");
    return c.json(heard, 200);
  })
  .delete("/doctor", endOp, operator, async (c) => {
    await endCheckup(c.env);
    return c.body(null, 204);
  });

/** A limiter that does not answer is one of the findings. */
function passUnlessRefused(error: unknown): void {
  if (error instanceof ApiError) throw error;
}
