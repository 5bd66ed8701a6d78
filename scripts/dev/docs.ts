import { writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./config.ts";
import { clientOperations } from "./client-types.ts";
import { documents } from "./documents.ts";
import { openApiOf } from "./openapi-document.ts";
import { runLanes } from "./steps.ts";

function write(file: string, text: string): void {
  writeFileSync(path.join(root, file), text);
  console.log(file);
}

// The list of checks is among these. What follows imports it.
for (const [file, text] of Object.entries(documents())) write(file, text);
write("src/client/generated/operations.ts", clientOperations(await openApiOf()));

// Importing the checks and the guides needs a bundler, which vitest provides: their tests compare the documents about them, or write
// them here.
const tests = ["test/contract/checks.test.ts", "test/contract/connect.test.ts"];
const written = await runLanes([
  [["docs/checks.md, docs/connect.md, README.md", "vitest", "run", "--project", "contract", ...tests, "-u"]],
]);
process.exit(written ? 0 : 1);
