import { writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./config.ts";
import { documents } from "./documents.ts";

for (const [file, text] of Object.entries(documents())) {
  writeFileSync(path.join(root, file), text);
  console.log(file);
}
