import { Hono } from "hono";
import * as z from "zod";
import { openDb } from "../db/client";
import { ApiError } from "../errors/api-error";
import type { AppEnv } from "../http/app-env";
import { operation } from "../http/operation";
import { queryNumber } from "../http/query-number";
import { requireOperator } from "../http/require-operator";
import { noQuery, validate } from "../http/validate";
import { findDeadLetters, listDeadLetters, type DeadLetter } from "../jobs/dead-letter-repo";
import { dropDeadLetters, requeueDeadLetters, type Handled } from "../jobs/dead-letters";
import { DEAD_LETTER_QUEUES } from "../lib/queue-names";

const described = { tag: "Operator", credentials: ["operator"] } as const;
const operator = requireOperator();

/** The ids of messages are Cloudflare's. */
const Id = z.string().regex(/^[\w-]{1,100}$/, "is no id of a message");
const LettersQuery = z.object({
  queue: z.enum(DEAD_LETTER_QUEUES).optional().describe("Only letters of this dead letter queue"),
  limit: queryNumber(1, 500).default(100).describe("Letters per response"),
  cursor: z
    .string()
    .regex(/^[\w-]{0,100}$/, "use the nextCursor of the previous response")
    .default("")
    .describe("nextCursor of the previous response"),
});
const Letter = z.object({ id: z.string(), queue: z.string(), body: z.string(), arrivedAt: z.int() });
export type LetterResponse = z.infer<typeof Letter>;
const LetterParam = z.object({ id: Id.describe("Id of a letter from the list") });

const lettersOp = operation({
  ...described,
  summary: "List dead letters",
  description:
    "Queue messages that ran out of retries: at most 5,000, kept for 14 days, without visitors' addresses and signatures.",
  responses: { 200: z.object({ deadLetters: z.array(Letter), nextCursor: z.string().nullable() }) },
  errors: ["invalid_request"],
});
const letterOp = operation({
  ...described,
  summary: "Read a dead letter",
  responses: { 200: Letter },
  errors: ["dead_letter_not_found"],
});
const ChoiceBody = z.union([
  z.strictObject({ ids: z.array(Id).min(1).max(50).describe("Ids of letters from the list") }),
  z.strictObject({
    queue: z.enum(DEAD_LETTER_QUEUES).describe("All letters of this dead letter queue, the oldest first"),
  }),
]);
const left = z
  .int()
  .describe("Letters of the queue that are left: one call handles up to 40 of a queue. 0 if you sent ids");
const bodyErrors = ["invalid_request", "invalid_json", "payload_too_large", "dead_letter_not_found"] as const;
const requeueOp = operation({
  ...described,
  summary: "Resend dead letters",
  description:
    "Each returns to the queue it came from and is removed from the list. A letter that another request resends at the same time is sent once and not in this response. The operator's log names the letters.",
  responses: { 200: z.object({ requeued: z.array(z.string()), left }) },
  errors: [...bodyErrors],
});
const dropOp = operation({
  ...described,
  summary: "Delete dead letters",
  description: "Removes them from the list without sending them. The operator's log names them.",
  responses: { 200: z.object({ dropped: z.array(z.string()), left }) },
  errors: [...bodyErrors],
});

const present = ({ id, queue, body, arrivedAt }: DeadLetter) => ({ id, queue, body, arrivedAt });

/** @throws ApiError `dead_letter_not_found`. */
function found(handled: Handled | null): Handled {
  if (handled === null) throw new ApiError("dead_letter_not_found", "No dead letter has one of these ids.");
  return handled;
}

/** The messages that ran out of retries, under `/api/admin`. */
export const deadLetterRoutes = new Hono<AppEnv>()
  .get("/dead-letters", lettersOp, operator, validate("query", LettersQuery), async (c) => {
    const { letters, more } = await listDeadLetters(openDb(c.env.DB), c.req.valid("query"));
    return c.json({ deadLetters: letters.map(present), nextCursor: more ? letters.at(-1)!.id : null });
  })
  .get("/dead-letters/:id", letterOp, operator, validate("param", LetterParam), noQuery, async (c) => {
    const [letter] = await findDeadLetters(openDb(c.env.DB), [c.req.valid("param").id]);
    if (!letter) throw new ApiError("dead_letter_not_found", "No dead letter has this id.");
    return c.json(present(letter));
  })
  .post("/dead-letters/requeue", requeueOp, operator, validate("json", ChoiceBody), async (c) => {
    const { ids, left } = found(await requeueDeadLetters(c.env, c.req.valid("json")));
    return c.json({ requeued: ids, left });
  })
  .post("/dead-letters/drop", dropOp, operator, validate("json", ChoiceBody), async (c) => {
    const { ids, left } = found(await dropDeadLetters(c.env, c.req.valid("json")));
    return c.json({ dropped: ids, left });
  });
