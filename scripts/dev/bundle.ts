import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { prepareAssets } from "./assets.ts";
import { root } from "./config.ts";
import { QUIET_ENV, WRANGLER } from "./wrangler.ts";

/** Maximum size of the Worker, KiB gzipped (docs/decisions/0001). */
const MAX_GZIP_KIB = 1280;

/** The part of esbuild's metafile that we read. */
interface Metafile {
  outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
}

/** `node_modules/@scope/name/…` → `@scope/name`; all our own files count as `src`. */
function packageOf(file: string): string {
  const inside = file.split("node_modules/").at(-1)!;
  if (inside === file) return "src";
  return inside
    .split("/")
    .slice(0, inside.startsWith("@") ? 2 : 1)
    .join("/");
}

function printLargest(metafile: Metafile): void {
  const sizes = new Map<string, number>();
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [file, { bytesInOutput }] of Object.entries(inputs))
      sizes.set(packageOf(file), (sizes.get(packageOf(file)) ?? 0) + bytesInOutput);
  }
  const largest = [...sizes].sort(([, a], [, b]) => b - a).slice(0, 10);
  for (const [name, bytes] of largest) console.log(`${(bytes / 1024).toFixed(0).padStart(6)} KiB  ${name}`);
}

prepareAssets();
/** With BUILT_WORKER, the Worker stays there for the services that tests start (wrangler.ts). */
const kept = process.env["BUILT_WORKER"];
const outDir = kept ? path.dirname(kept) : mkdtempSync(path.join(tmpdir(), "crawlready-bundle-"));
const metafile = path.join(outDir, "meta.json");
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [WRANGLER, "deploy", "--dry-run", "--outdir", outDir, "--metafile", metafile],
  { cwd: root, env: { ...process.env, ...QUIET_ENV }, encoding: "utf8" },
);
const size = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/.exec(stdout);
if (status !== 0 || !size) {
  console.error(`wrangler deploy --dry-run failed.\n${stdout}${stderr}`);
  process.exit(1);
}
const gzip = Number(size[2]);
console.log(
  `The Worker is ${gzip} KiB gzipped (${size[1]} KiB uncompressed). The limit is ${MAX_GZIP_KIB} KiB. Its largest packages:`,
);
printLargest(JSON.parse(readFileSync(metafile, "utf8")) as Metafile);
if (!kept) rmSync(outDir, { recursive: true, force: true });
if (gzip > MAX_GZIP_KIB) process.exit(1);
