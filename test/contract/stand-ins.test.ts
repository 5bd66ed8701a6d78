import { build } from "esbuild";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import * as zodCore from "zod/v4/core";
import * as standIn from "../../src/bundle/zod-core";

/** What a stand-in must save, KiB gzipped. Less is not worth knowing the inside of somebody's package. */
const LEAST_SAVED_KIB = 30;

const { alias } = parse(readFileSync("wrangler.toml", "utf8")) as { alias: Record<string, string> };

/** The size of a program that uses schemas and what hono-openapi imports, KiB gzipped. */
async function bundledKib(replaced: Record<string, string>): Promise<number> {
  const contents = `import { object, string } from "zod"; console.log(object({ a: string() })); import("zod/v4/core").then(console.log);`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    alias: replaced,
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
  });
  return gzipSync(outputFiles[0]!.contents).length / 1024;
}

describe("stand-ins for parts of packages", () => {
  it("are the files of src/bundle, each with a test below", () => {
    expect(alias).toEqual({ "zod/v4/core": "./src/bundle/zod-core.ts" });
    expect(readdirSync("src/bundle")).toEqual(["zod-core.ts"]);
  });

  it("save enough: zod/v4/core", async () => {
    const replaced = Object.fromEntries(Object.entries(alias).map(([name, file]) => [name, path.resolve(file)]));
    const saved = (await bundledKib({})) - (await bundledKib(replaced));
    expect(saved).toBeGreaterThan(LEAST_SAVED_KIB);
  });

  it("export what the package exports: zod/v4/core", () => {
    const real = new Map<string, unknown>(Object.entries(zodCore));
    for (const [name, value] of Object.entries(standIn)) expect(value, name).toBe(real.get(name));
  });

  // A bundler refuses a static import of what a stand-in lacks. hono-openapi's import at run time would give undefined.
  it("have all that is imported at run time: zod/v4/core", () => {
    const honoOpenApi = createRequire(import.meta.url).resolve("hono-openapi");
    const folder = path.dirname(createRequire(honoOpenApi).resolve("@standard-community/standard-json"));
    const users = readdirSync(folder)
      .filter((file) => file.endsWith(".js"))
      .map((file) => readFileSync(path.join(folder, file), "utf8"))
      .filter((text) => text.includes("zod/v4/core"));
    expect(users.length, "hono-openapi no longer imports zod/v4/core: remove the stand-in").toBeGreaterThan(0);
    for (const text of users) {
      const module = /const (\w+) = await import\(['"]zod\/v4\/core['"]\);/.exec(text)?.[1];
      expect(module, text).toBeDefined();
      const used = [...text.matchAll(new RegExp(`\\b${module}\\.(\\w+)`, "g"))].map((match) => match[1]!);
      // The same name also holds the module for the third version of zod, which we don't have.
      expect(used.filter((name) => name !== "zodToJsonSchema")).toEqual(Object.keys(standIn));
    }
  });
});
