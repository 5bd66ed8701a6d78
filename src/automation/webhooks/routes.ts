import { Hono } from "hono";
import { limitRate, ownDomain, requireCaller, requireSession, type CallerEnv, type SessionEnv } from "../../accounts";
import { openDb } from "../../db/client";
import { ApiError } from "../../errors/api-error";
import { EVENT_NAMES, EVENT_TYPES } from "../../events/event-types";
import { operation } from "../../http/operation";
import { noQuery, validate } from "../../http/validate";
import type { Bindings } from "../../env";
import { plainHost } from "../../lib/domain";
import {
  changeWebhook,
  createWebhook,
  readableWebhook,
  readableWebhooks,
  removeWebhook,
  rotateSecret,
} from "./change-webhook";
import { presentDelivery, presentDetail, presentWebhook } from "./present-webhook";
import {
  DeliveriesQuery,
  DeliveryDetail,
  DeliveryList,
  DeliveryParam,
  EventTypeList,
  SecretRotated,
  Sent,
  Webhook,
  WebhookBody,
  WebhookCreated,
  WebhookList,
  WebhookParam,
  WebhookPatch,
} from "./schemas";
import { endpointOf } from "./send-events";
import { sendTest } from "./send-test";

const owners = { tag: "Webhooks", credentials: ["session"] } as const;
const readers = { tag: "Webhooks", credentials: ["session", "apiKey"] } as const;
const write = ["cross_origin_request", "unsupported_media_type", "owner_required", "invalid_request"] as const;
const body = [...write, "invalid_json", "payload_too_large", "sessions_unavailable"] as const;
const reading = ["invalid_request", "plan_required", "webhook_not_found"] as const;

const typesOp = operation({
  ...readers,
  summary: "List the types of events",
  description:
    "What each is, and an example of its payload's `data`. The API description has their schemas under `webhooks`.",
  answers: { 200: EventTypeList },
  errors: ["invalid_request", "plan_required"],
});
const listOp = operation({
  ...readers,
  summary: "List webhooks",
  description:
    "The endpoints that get events. A key or member limited to some domains sees only the endpoints of these.",
  answers: { 200: WebhookList },
  errors: ["invalid_request", "plan_required"],
});
const createOp = operation({
  ...owners,
  summary: "Create a webhook",
  description:
    "Events are posted to the URL as Standard Webhooks 1.0 describes: with `webhook-id`, `webhook-timestamp` and `webhook-signature`. Any 2xx within 15 seconds accepts a delivery; redirects are not followed. Other answers are retried seven times within about 24 hours; 410 turns the endpoint off. An event may come more than once, each time with the same `webhook-id`. Only this response has the secret.",
  answers: { 201: WebhookCreated },
  errors: [...body, "domain_not_owned", "domain_access_forbidden", "webhook_limit_reached"],
});
const readOp = operation({ ...readers, summary: "Read a webhook", answers: { 200: Webhook }, errors: reading });
const changeOp = operation({
  ...owners,
  summary: "Change a webhook",
  description: "Only the given fields change. `enabled: true` turns an endpoint on again that was turned off.",
  answers: { 200: Webhook },
  errors: [...body, "webhook_not_found"],
});
const deleteOp = operation({
  ...owners,
  summary: "Delete a webhook",
  description: "Its deliveries are deleted as well. An event that is being sent at this moment may still arrive.",
  answers: { 204: null },
  errors: [...write, "webhook_not_found"],
});
const rotateOp = operation({
  ...owners,
  summary: "Rotate a webhook's secret",
  description:
    "Only this response has the new secret. For a day, deliveries carry two signatures, with the new secret and the one before.",
  answers: { 200: SecretRotated },
  errors: [...write, "webhook_not_found", "sessions_unavailable"],
});
const testOp = operation({
  ...readers,
  summary: "Send a test event",
  description: "Sends `test.ping` to the endpoint, whatever events it wants. At most ten per minute and endpoint.",
  answers: { 202: Sent },
  errors: reading,
});
const deliveriesOp = operation({
  ...readers,
  summary: "List a webhook's deliveries",
  description: "Newest first. Deliveries are kept for 30 days, at most 20,000 per endpoint.",
  answers: { 200: DeliveryList },
  errors: reading,
});
const deliveryOp = operation({
  ...readers,
  summary: "Read a delivery",
  description: "With its body and the start of the last answer.",
  answers: { 200: DeliveryDetail },
  errors: [...reading, "delivery_not_found"],
});
const resendOp = operation({
  ...readers,
  summary: "Send a delivery again",
  description: "With the same `webhook-id`, whatever became of it before. At most ten per minute and endpoint.",
  answers: { 202: Sent },
  errors: [...reading, "delivery_not_found"],
});

/** What is sent by hand per minute and endpoint, so that nobody floods a stranger's server through us. */
const BY_HAND_PER_MINUTE = 10;
const limitByHand = (env: Bindings, webhookId: string) =>
  limitRate(env, `webhook-by-hand:${webhookId}`, BY_HAND_PER_MINUTE);

const requireReader = () => requireCaller({ kinds: ["session", "key"], keysNeedPlan: true });
const contextOf = (url: string) => ({ requestHost: plainHost(new URL(url).host), now: Date.now() });
const deliveryGone = () => new ApiError("delivery_not_found", "The webhook has no delivery with this id.");

const readerRoutes = new Hono<CallerEnv>()
  .get("/events", typesOp, requireReader(), noQuery, (c) =>
    c.json({
      events: EVENT_NAMES.map((type) => {
        const { title, description, example } = EVENT_TYPES[type];
        return { type, title, description, example };
      }),
    }),
  )
  .get("/", listOp, requireReader(), noQuery, async (c) => {
    const caller = c.get("caller");
    const rows = await readableWebhooks(openDb(c.env.DB), caller);
    const webhooks = await Promise.all(rows.map((row) => presentWebhook(c.env, caller, row, Date.now())));
    return c.json({ webhooks, limit: caller.limits.webhooks });
  })
  .get("/:id", readOp, requireReader(), validate("param", WebhookParam), noQuery, async (c) => {
    const row = await readableWebhook(openDb(c.env.DB), c.get("caller"), c.req.valid("param").id);
    return c.json(await presentWebhook(c.env, c.get("caller"), row, Date.now()));
  })
  .post("/:id/test", testOp, requireReader(), validate("param", WebhookParam), async (c) => {
    const row = await readableWebhook(openDb(c.env.DB), c.get("caller"), c.req.valid("param").id);
    await limitByHand(c.env, row.id);
    return c.json({ deliveryId: await sendTest(c.env, row, Date.now()) }, 202);
  })
  .get(
    "/:id/deliveries",
    deliveriesOp,
    requireReader(),
    validate("param", WebhookParam),
    validate("query", DeliveriesQuery),
    async (c) => {
      const row = await readableWebhook(openDb(c.env.DB), c.get("caller"), c.req.valid("param").id);
      const { cursor, limit, state, type } = c.req.valid("query");
      const [createdAt, id] = cursor?.split(/_(.*)/s) ?? [];
      const before = createdAt === undefined ? null : { createdAt: Number(createdAt), id: id! };
      const found = await endpointOf(c.env, row.id).list({ state, type, before, limit: limit + 1 });
      const last = found.length > limit ? found[limit - 1]! : null;
      const nextCursor = last && `${last.createdAt}_${last.id}`;
      return c.json({ deliveries: found.slice(0, limit).map(presentDelivery), nextCursor });
    },
  )
  .get(
    "/:id/deliveries/:deliveryId",
    deliveryOp,
    requireReader(),
    validate("param", DeliveryParam),
    noQuery,
    async (c) => {
      const { id, deliveryId } = c.req.valid("param");
      const row = await readableWebhook(openDb(c.env.DB), c.get("caller"), id);
      const delivery = await endpointOf(c.env, row.id).find(deliveryId);
      if (!delivery) throw deliveryGone();
      return c.json(presentDetail(delivery, row));
    },
  )
  .post(
    "/:id/deliveries/:deliveryId/resend",
    resendOp,
    requireReader(),
    validate("param", DeliveryParam),
    async (c) => {
      const { id, deliveryId } = c.req.valid("param");
      const row = await readableWebhook(openDb(c.env.DB), c.get("caller"), id);
      await limitByHand(c.env, row.id);
      if (!(await endpointOf(c.env, row.id).again(deliveryId, Date.now()))) throw deliveryGone();
      return c.json({ deliveryId }, 202);
    },
  );

const ownerRoutes = new Hono<SessionEnv>()
  .post("/", createOp, requireSession("owner"), validate("json", WebhookBody), async (c) => {
    const { domain: asked, ...input } = c.req.valid("json");
    const [db, caller] = [openDb(c.env.DB), c.get("caller")];
    const own = asked ? await ownDomain(db, caller, asked) : null;
    const whole = { ...input, domainId: own?.id ?? null, domain: own?.domain ?? null };
    const { row, secret } = await createWebhook(c.env, db, caller, whole, contextOf(c.req.url));
    return c.json({ ...(await presentWebhook(c.env, caller, row, Date.now())), secret }, 201);
  })
  .patch(
    "/:id",
    changeOp,
    requireSession("owner"),
    validate("param", WebhookParam),
    validate("json", WebhookPatch),
    async (c) => {
      const [db, caller] = [openDb(c.env.DB), c.get("caller")];
      const row = await readableWebhook(db, caller, c.req.valid("param").id);
      const changed = await changeWebhook(c.env, db, caller, row, c.req.valid("json"), contextOf(c.req.url));
      return c.json(await presentWebhook(c.env, caller, changed, Date.now()));
    },
  )
  .delete("/:id", deleteOp, requireSession("owner"), validate("param", WebhookParam), async (c) => {
    const [db, caller] = [openDb(c.env.DB), c.get("caller")];
    await removeWebhook(c.env, db, caller, await readableWebhook(db, caller, c.req.valid("param").id), Date.now());
    return c.body(null, 204);
  })
  .post("/:id/secret", rotateOp, requireSession("owner"), validate("param", WebhookParam), async (c) => {
    const [db, caller] = [openDb(c.env.DB), c.get("caller")];
    const row = await readableWebhook(db, caller, c.req.valid("param").id);
    return c.json(await rotateSecret(c.env, db, caller, row, Date.now()));
  });

/** `/api/webhooks` */
export const webhookRoutes = new Hono<CallerEnv>().route("/", readerRoutes).route("/", ownerRoutes);
