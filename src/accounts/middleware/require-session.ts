import type { Context, MiddlewareHandler } from "hono";
import { ApiError } from "../../errors/api-error";
import type { AppEnv } from "../../http/app-env";
import type { SessionCaller } from "../core/caller";
import { requireCaller, type CallerEnv } from "./require-caller";

export type SessionEnv = AppEnv & { Variables: { caller: SessionCaller } };

const anySession = requireCaller({ kinds: ["session"], keysNeedPlan: false });

/** Lets signed-in users through, or only owners. @throws ApiError `owner_required`, and those of requireCaller. */
export function requireSession(who: "member" | "owner"): MiddlewareHandler<SessionEnv> {
  return (c, next) =>
    anySession(c as Context as Context<CallerEnv>, () => {
      if (who === "owner" && c.get("caller").role !== "owner") {
        throw new ApiError("owner_required", "Only owners of the account can do this; you are a member.");
      }
      return next();
    });
}
