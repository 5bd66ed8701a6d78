/**
 * `npm run package`: makes the npm package in the folder `.package`. It has what scripts/dev/build-cli.ts and client.ts build, and
 * two dependencies, workerd and undici. `npm publish .package` publishes it.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { miniflareFile } from "./browser.ts";
import { buildClient } from "./client.ts";
import { root } from "./config.ts";

const FILES = ["cli/crawlready.mjs", "scripts/import-logs.mjs", "dist", "LICENSE"];

interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  type: string;
  bin: object;
  exports: object;
}

/** The package's own manifest. The project's has the tools of development, and is private. */
function manifestOf(project: Manifest, dependencies: Record<string, string>): object {
  const { name, version, description, license, type, bin, exports } = project;
  return {
    name,
    version,
    description,
    keywords: ["seo", "crawler", "audit", "prerender", "llm", "github-action"],
    license,
    type,
    bin,
    exports,
    engines: { node: ">=20.12" },
    dependencies,
  };
}

/** Its page on npm: the command line's document, whose links to other documents lead nowhere there. */
const readmeOf = (document: string): string => document.replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g, "$1");

/** What the bundled miniflare still loads at run time: workerd, and undici in a thread of its own. In the versions it was made for. */
function neededByMiniflare(): Record<string, string> {
  const { dependencies } = createRequire(miniflareFile())("../../package.json") as Record<
    string,
    Record<string, string>
  >;
  return { undici: dependencies!["undici"]!, workerd: dependencies!["workerd"]! };
}

/** Makes the package in `folder`, from what has been built in `dist`. */
export async function makePackage(folder: string): Promise<void> {
  const built = spawnSync(process.execPath, ["scripts/dev/build-cli.ts"], { cwd: root, stdio: ["ignore", 2, 2] });
  if (built.status !== 0) throw new Error("The command line could not be built.");
  await buildClient();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of FILES) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  const read = (name: string) => readFileSync(path.join(root, name), "utf8");
  const manifest = manifestOf(JSON.parse(read("package.json")) as Manifest, neededByMiniflare());
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(path.join(folder, "README.md"), readmeOf(read("docs/command-line.md")));
}

if (import.meta.main) await makePackage(path.join(root, ".package"));
