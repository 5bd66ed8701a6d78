import { Hono } from "hono";
import type { PageEnv } from "../../server/page-env";
import {
  changeWebhook,
  deliveryPage,
  renewWebhookSecret,
  resendDelivery,
  switchWebhook,
  testWebhook,
  webhookPage,
} from "./webhook-page";
import { createWebhook, removeWebhook, webhooksPage } from "./webhooks";

/** `/app/account/webhooks`. */
export const webhookPages = new Hono<PageEnv>()
  .get("/", (c) => webhooksPage(c))
  .post("/", createWebhook)
  .get("/:id", (c) => webhookPage(c))
  .post("/:id", changeWebhook)
  .post("/:id/switch", switchWebhook)
  .post("/:id/secret", renewWebhookSecret)
  .post("/:id/test", testWebhook)
  .post("/:id/remove", removeWebhook)
  .get("/:id/deliveries/:delivery", deliveryPage)
  .post("/:id/deliveries/:delivery/resend", resendDelivery);
