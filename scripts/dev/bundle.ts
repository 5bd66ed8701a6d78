import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { WRANGLER, QUIET_ENV } from "./wrangler.ts";
import { root } from "./config.ts";

/** Largest Worker that we ship, KiB gzipped: 1 MB. */
const MAX_GZIP_KIB = 976;

const outDir = mkdtempSync(path.join(tmpdir(), "crawlready-bundle-"));
const { status, stdout, stderr } = spawnSync(process.execPath, [WRANGLER, "deploy", "--dry-run", "--outdir", outDir], {
  cwd: root,
  env: { ...process.env, ...QUIET_ENV },
  encoding: "utf8",
});
rmSync(outDir, { recursive: true, force: true });
const size = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/.exec(stdout);
if (status !== 0 || !size) {
  console.error(`wrangler deploy --dry-run failed.\n${stdout}${stderr}`);
  process.exit(1);
}
const gzip = Number(size[2]);
console.log(`The Worker is ${gzip} KiB gzipped (${size[1]} KiB plain); at most ${MAX_GZIP_KIB} KiB.`);
if (gzip > MAX_GZIP_KIB) process.exit(1);
