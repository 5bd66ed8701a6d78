import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** All files below a folder, without installed packages. */
export function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (!entry.isDirectory()) return file;
    return entry.name === "node_modules" ? [] : files(file);
  });
}

export interface Import {
  /** Path below src. */
  from: string;
  /** Path below src as written, without extension, for our own modules; otherwise the package's name. */
  to: string;
}

/** `import … from "x"`, `export … from "x"`, `import "x"` and `import("x")`, including types. */
const IMPORT = /(?:^|\n)(?:import|export)\b[^;]*?\bfrom "([^"]+)"|(?:^|\n)import "([^"]+)"|\bimport\("([^"]+)"\)/g;

/** Those that are evaluated with their importer: neither types nor `import("x")`. */
const EVALUATED = /(?:^|\n)(?:import|export)\b(?! type\b)[^;]*?\bfrom "([^"]+)"|(?:^|\n)import "([^"]+)"/g;

const read = (file: string, pattern: RegExp): Import[] =>
  [...readFileSync(file, "utf8").matchAll(pattern)].map((match) => {
    const to = (match[1] ?? match[2] ?? match[3])!;
    return {
      from: path.relative("src", file),
      to: to.startsWith(".") ? path.relative("src", path.join(path.dirname(file), to)) : to,
    };
  });

/** Every import of src. */
export const imports: Import[] = files("src").flatMap((file) => read(file, IMPORT));

/** What evaluating a file evaluates, packages and files below src, the file itself first. */
export function evaluatedBy(file: string): string[] {
  const seen = new Set([file]);
  // A set also visits what is added meanwhile.
  for (const each of seen) {
    if (!existsSync(path.join("src", each))) continue;
    for (const { to } of read(path.join("src", each), EVALUATED)) seen.add(fileOf(to) ?? to);
  }
  return [...seen];
}

/** The src file that an import of ours refers to; null if there is none. */
export function fileOf(to: string): string | null {
  const isFile = (name: string) => existsSync(path.join("src", name)) && path.extname(name) !== "";
  return [to, `${to}.ts`, `${to}.tsx`, `${to}.d.ts`, path.join(to, "index.ts")].find(isFile) ?? null;
}

/** Groups of nodes that can reach each other (Tarjan's strongly connected components), each in alphabetical order. */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  /** Returns the earliest node on the stack that `node` reaches. */
  function visit(node: string): number {
    const own = order.size;
    order.set(node, own);
    stack.push(node);
    let earliest = own;
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) earliest = Math.min(earliest, visit(next));
      else if (stack.includes(next)) earliest = Math.min(earliest, order.get(next)!);
    }
    if (earliest === own) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1 || graph.get(node)?.includes(node)) found.push(group.sort());
    }
    return earliest;
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
