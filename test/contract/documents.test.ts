import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { documents } from "../../scripts/dev/documents.ts";
import { files } from "./sources.ts";

it.each(Object.entries(documents()))("%s matches the code (npm run docs writes it)", (file, text) => {
  expect(readFileSync(file, "utf8")).toBe(text);
});

const written = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "AGENTS.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "skills/crawlready/SKILL.md",
  ...files("bench").filter((file) => file.endsWith(".md")),
  ...files("docs").filter((file) => file.endsWith(".md")),
  ...files("examples").filter((file) => file.endsWith(".md")),
];

it.each(written)("%s links to and names only files that exist", (document) => {
  const text = readFileSync(document, "utf8");
  const prose = text.replaceAll(/`[^`\n]*`/g, "");
  const links = [...prose.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map((match) =>
    path.join(path.dirname(document), match[1]!),
  );
  const names = [...text.matchAll(/`((?:src|test|scripts|cli|migrations)\/[\w./-]*\w)`/g)].map((match) => match[1]!);
  expect([...links, ...names].filter((each) => !existsSync(each))).toEqual([]);
});
