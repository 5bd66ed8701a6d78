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

// Importing the checks needs a bundler, which vitest provides: their test compares the documents about them, or writes them here.
const written = await runLanes([
  [["docs/checks.md, README.md", "vitest", "run", "--project", "contract", "test/contract/checks.test.ts", "-u"]],
]);
process.exit(written ? 0 : 1);
