/** Prints the changelog's section of a version, for the release of a tag: `node scripts/dev/release-notes.ts v1.2.0`. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { sectionOf } from "./changelog.ts";
import { fail, root } from "./config.ts";

const version = (process.argv[2] ?? "").replace(/^v/, "");
const section = sectionOf(readFileSync(path.join(root, "CHANGELOG.md"), "utf8"), version);
if (!section) fail(`CHANGELOG.md has no section for "${version}".`);
console.log(section);
