import { expect, it } from "vitest";
import { call } from "./support/api.ts";

it("answers the health check", async () => {
  const answer = await call("GET", "/healthz");
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ ok: true });
});
