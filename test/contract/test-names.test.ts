import { globSync } from "node:fs";
import { expect, it } from "vitest";

/** What the end of a test file's name may be, and where: see KINDS in vitest.config.ts. */
const PLACES: Record<string, RegExp> = {
  own: /^test\/worker\//,
  heavy: /^test\/(unit|contract)\//,
  waiting: /^test\/e2e\/[^/]+$/,
  timed: /^test\/e2e\/[^/]+$/,
};

/** Where the projects of vitest.config.ts look. A test elsewhere would never run. */
const PROJECTS =
  /^test\/(?:(?:unit|worker|contract)\/.+|e2e\/(?:shared\/)?[^/]+|fidelity\/[^/]+|truth\/[^/]+)\.test\.ts$/;

/** `npm run mutants` installs packages in its own folder. */
const INSTALLED = { exclude: ["**/node_modules/**"] };

it("every test file is in a folder and has an ending that a project runs", () => {
  const tests = globSync("{test,src,cli,scripts}/**/*.{test,spec}.{ts,tsx,mts,js,mjs}", INSTALLED).map((file) =>
    file.replaceAll("\\", "/"),
  );
  expect(tests.length).toBeGreaterThan(200);
  expect(tests.filter((file) => !PROJECTS.test(file))).toEqual([]);
});

it("a test file's name ends with a word that tells how it runs, in a folder where the word has a meaning", () => {
  const files = globSync("test/**/*.test.ts", INSTALLED).map((file) => file.replaceAll("\\", "/"));
  const kindOf = (file: string) => /\.([\w-]+)\.test\.ts$/.exec(file)?.[1];
  const misplaced = files.filter((file) => {
    const kind = kindOf(file);
    return kind !== undefined && !PLACES[kind]?.test(file);
  });
  expect(misplaced).toEqual([]);
  expect(new Set(files.map(kindOf))).toEqual(new Set([undefined, ...Object.keys(PLACES)]));
});
