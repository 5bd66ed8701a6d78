import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { files } from "./sources.ts";

const sources = (...folders: string[]) =>
  folders.flatMap(files).map((file) => ({ file, text: readFileSync(file, "utf8") }));
const filesWith = (pattern: RegExp, ...folders: string[]) =>
  sources(...folders)
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort();

/** Our own programs: the dashboard, the tools for assistants and the command line. */
const PROGRAMS = ["src/dashboard", "src/mcp", "cli"];

describe("our own programs call the API by src/client", () => {
  it("and by no other client", () => {
    expect(filesWith(/hono\/client|\bhc</, "src", "cli")).toEqual([]);
    expect(filesWith(/\bAppType\b/, "src", "cli", "test/worker")).toEqual([]);
  });

  it("and not by fetch", () => {
    expect(filesWith(/(?<![.\w])fetch\(/, ...PROGRAMS)).toEqual([
      // GitHub's API.
      "cli/github/repository.ts",
      // The operator's endpoints, which the client does not have.
      "cli/service/doctor-service.ts",
      "cli/service/local-service.ts",
      // The client's own `fetch`, with a deadline.
      "cli/service/service-client.ts",
      // Scripts of pages, which read a page of ours again.
      "src/dashboard/browser/filters.ts",
      "src/dashboard/browser/poll.ts",
      "src/dashboard/browser/search.ts",
      // Code to copy.
      "src/dashboard/pages/cache/connect/example-code.ts",
    ]);
  });

  it("in process by its `fetch`, and otherwise only pass on a request or read the API's description", () => {
    expect(
      filesWith(/^import \{[^}]*\bcreateClient\b/m, "src", "cli").filter((file) => !file.startsWith("src/client/")),
    ).toEqual(["cli/service/service-client.ts", "src/api/own-api.ts"]);
    expect(filesWith(/\bownFetch\b/, "src").filter((file) => file !== "src/api/own-api.ts")).toEqual([
      "src/dashboard/pages/docs/read-reference.ts",
      // The operator's endpoints, which the client does not have.
      "src/dashboard/pages/operator/operator-api.ts",
      "src/dashboard/pages/public/routes.ts",
    ]);
  });

  it("and name answers by the client's types", () => {
    expect(filesWith(/z\.infer<typeof \w+Answer>|InferResponseType/, ...PROGRAMS)).toEqual([]);
  });
});
