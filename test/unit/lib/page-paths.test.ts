import { expect, it } from "vitest";
import { appPath, pathWith, sitePath } from "../../../src/lib/hosts/page-paths";

it("fills in parameters, encoded, and puts the rest into the query", () => {
  expect(appPath("")).toBe("/app");
  expect(appPath("account/webhooks/:id/deliveries/:delivery", { id: "a/b", delivery: "..", state: "failed" })).toBe(
    "/app/account/webhooks/a%2Fb/deliveries/..?state=failed",
  );
  expect(sitePath("shop.example:8080", "")).toBe("/app/site/shop.example:8080");
  expect(sitePath("a.example", "audits/:runId/issues/:issueId", { runId: "1", issueId: "a b", path: "/x?y" })).toBe(
    "/app/site/a.example/audits/1/issues/a%20b?path=%2Fx%3Fy",
  );
});

it("leaves out what is empty", () => {
  expect(pathWith("/bots", { q: "", purpose: null, page: undefined, n: 0, on: false })).toBe("/bots?n=0&on=false");
});
