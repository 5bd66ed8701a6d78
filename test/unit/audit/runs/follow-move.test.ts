import { expect, it } from "vitest";
import type { RunConfig } from "../../../../src/audit/model/run/run-state";
import { movedConfig, repeatMove } from "../../../../src/audit/runs/start/follow-move";

const config = {
  domain: "shop.example",
  origin: null,
  mode: "follow",
  seeds: ["https://shop.example/a?b=1"],
  sitemapUrl: null,
  scopeKey: "follow||all",
} as unknown as RunConfig;

it("a scheduled run goes where the last run of its domain had moved, and nowhere else", () => {
  const moved = movedConfig(config, new URL("https://www.shop.example/"));
  expect(moved).toMatchObject({
    domain: "www.shop.example",
    movedFrom: "shop.example",
    seeds: ["https://www.shop.example/a?b=1"],
    scopeKey: "follow||all|host:www.shop.example",
  });
  expect(repeatMove(config, moved.scopeKey)).toEqual(moved);
  for (const key of ["", "follow||all", "follow||all|host:www.other.example", "follow|host:www.shop.example|all"])
    expect(repeatMove(config, key)).toBe(config);
  expect(repeatMove({ ...config, origin: "https://origin.example" }, moved.scopeKey)).not.toHaveProperty("movedFrom");
});
