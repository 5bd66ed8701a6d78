import { writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./config.ts";
import { clientOperations } from "./client-types.ts";
import { documents } from "./documents.ts";
import { openApiOf } from "./openapi-document.ts";
import { runLanes } from "./steps.ts";

const generated = { ...documents(), "src/client/operations.ts": clientOperations(await openApiOf()) };
for (const [file, text] of Object.entries(generated)) {
  writeFileSync(path.join(root, file), text);
  console.log(file);
}

// Importing the checks needs a bundler, which vitest provides: its test compares the page, or writes it here.
const written = await runLanes([
  [["docs/checks.md", "vitest", "run", "--project", "contract", "test/contract/checks-page.test.ts", "-u"]],
]);
process.exit(written ? 0 : 1);
