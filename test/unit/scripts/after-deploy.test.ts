import { afterEach, expect, it, vi } from "vitest";
import { addressOf, proveDeployment } from "../../../scripts/dev/after-deploy.ts";

const said = vi.spyOn(console, "log").mockImplementation(() => {});
const complained = vi.spyOn(console, "error").mockImplementation(() => {});
afterEach(() => void vi.clearAllMocks());

const text = (spy: typeof said) => spy.mock.calls.flat().join("\n");

it("the address of a deployment is its first API host", () => {
  expect(addressOf("api.example.com, crawlready.test.workers.dev")).toBe("https://api.example.com");
  for (const unknown of ["", "(secret)", "*.example.com"]) expect(addressOf(unknown)).toBe(null);
});

it("the doctor is run with the token if both are known, and its failure is the deployment's", () => {
  const asked: string[][] = [];
  const runs = (code: number) => (url: string, token: string) => (asked.push([url, token]), code);
  expect(proveDeployment("https://a.example", "token", runs(0))).toBe(true);
  expect(text(complained)).toBe("");
  expect(proveDeployment("https://a.example", "token", runs(1))).toBe(false);
  expect(text(complained)).toContain("npx wrangler rollback");
  expect(asked).toEqual([
    ["https://a.example", "token"],
    ["https://a.example", "token"],
  ]);
});

it("without an address or a token, it says how to prove the deployment", () => {
  const never = () => {
    throw new Error("not to be run");
  };
  expect(proveDeployment("https://a.example", null, never)).toBe(true);
  expect(proveDeployment(null, "token", never)).toBe(true);
  expect(text(said)).toContain("npx crawlready doctor https://a.example");
  expect(text(said)).toContain("npx crawlready doctor https://<your host>");
  expect(text(said)).not.toContain("token\n");
});
