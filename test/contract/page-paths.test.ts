import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { files } from "./sources.ts";

/** A path of the dashboard or of mail, in quotes. */
const PATH = /["'`](?:\$\{\w+\})?\/(?:app(?:["'`/?]|$)|verify-email["'`?]|reset-password["'`?])/;
/** Routers name what is below their own root. */
const ROUTES = /^\s*\.(?:get|post|use|route)\("/;

it("paths of the dashboard stand in one list", () => {
  const named = files("src").filter((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .some((line) => PATH.test(line) && !ROUTES.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line)),
  );
  expect(named.filter((file) => !file.startsWith("src/client/generated/")).sort()).toEqual([
    "src/lib/hosts/page-paths.ts",
  ]);
});
