import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { documents } from "../../scripts/dev/documents.ts";

it.each(Object.entries(documents()))("%s is what the code makes of it (npm run docs)", (file, text) => {
  expect(readFileSync(file, "utf8")).toBe(text);
});
