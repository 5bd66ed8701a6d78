import path from "node:path";
import type { Plugin } from "vitest/config";
import { root } from "./config.ts";

const SOURCES = path.join(root, "src") + path.sep;
const LAZY = /(?<!typeof )\bimport\("(\.[^"]+)"\)/g;

/**
 * Makes the Worker's lazy imports go through `importOnce` (test/worker/support/setup/import-once.setup.ts). In workerd, `import()`
 * needs no server. Under vitest each one asks a server for the module, every time, and requests that do so at the same moment
 * share one promise: workerd cancels all but the first as hung, because nothing of their own is under way.
 */
export const importOnce: Plugin = {
  name: "import-once",
  enforce: "pre",
  transform(code, id) {
    if (!id.startsWith(SOURCES) || !code.includes('import("')) return null;
    const once = (_: string, specifier: string) => {
      const file = JSON.stringify(path.resolve(path.dirname(id), specifier));
      return `globalThis.importOnce(${file}, () => import(${JSON.stringify(specifier)}))`;
    };
    return { code: code.replaceAll(LAZY, once), map: null };
  },
};
