/** `npm run release -- <version>`: see make-release.ts. */
import { spawnSync } from "node:child_process";
import { fail, root } from "./config.ts";
import { release, ReleaseRefused } from "./make-release.ts";

const [version, ...others] = process.argv.slice(2);
if (version === undefined || others.length > 0) fail("Usage: npm run release -- <version>");
try {
  release({
    root,
    version,
    today: new Date().toISOString().slice(0, 10),
    passesTests: () => spawnSync("npm", ["test"], { cwd: root, stdio: "inherit" }).status === 0,
  });
} catch (error) {
  if (error instanceof ReleaseRefused) fail(error.message);
  throw error;
}
console.log(`Tagged v${version}. To publish it: git push --follow-tags`);
