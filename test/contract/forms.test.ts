import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { files } from "./sources.ts";

const pages = files("src/dashboard/pages")
  .filter((file) => file.endsWith(".tsx") || file.endsWith(".ts"))
  .map((file) => [file, readFileSync(file, "utf8")] as const);
const having = (pattern: RegExp) => pages.filter(([, text]) => pattern.test(text)).map(([file]) => file);

it("a form's errors stand where its table of fields says; these two have a single field", () => {
  expect(having(/<TableFields/).length).toBeGreaterThan(10);
  expect(having(/\berror=\{/)).toEqual([
    "src/dashboard/pages/audits/robots/robots-page.tsx",
    "src/dashboard/pages/inspect/routes.tsx",
  ]);
});

it("the limits of an audit stand once, for the form that starts one and for the settings", () => {
  expect(having(/\b(?:ignoreParams|maxDepth): \{/)).toEqual(["src/dashboard/pages/audits/start/scope-fields.ts"]);
  expect(having(/table=\{SCOPE\}/).length).toBe(2);
});
