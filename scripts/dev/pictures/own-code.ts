import { build } from "esbuild";
import { root } from "../config.ts";

/** What a module of these lines exports, with the product's own code bundled into it. */
export async function ownCode<Exports>(contents: string): Promise<Exports> {
  const stdin = { contents, resolveDir: root, loader: "ts" } as const;
  const bundle = { bundle: true, write: false, format: "esm", platform: "node", absWorkingDir: root } as const;
  const { outputFiles } = await build({ stdin, ...bundle });
  return (await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString("base64")}`
  )) as Exports;
}
