import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./config.ts";

const CHECKS = "src/audit/checks";
/** The list of all checks, which `npm run docs` writes. */
export const ALL_CHECKS_FILE = `${CHECKS}/all-checks.ts`;

/** Folders of checks, without the one of helpers. */
export function checkFolders(): string[] {
  const entries = readdirSync(path.join(root, CHECKS), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== "shared")
    .map((entry) => entry.name)
    .sort();
}

/** Files of a folder of checks, as `<folder>/<id-with-dashes>`. */
export function checkFiles(folder: string): string[] {
  const names = readdirSync(path.join(root, CHECKS, folder)).sort();
  return names.map((name) => `${folder}/${path.parse(name).name}`);
}

/** The name under which a file exports its check. */
function exportedBy(file: string): string {
  const text = readFileSync(path.join(root, CHECKS, `${file}.ts`), "utf8");
  const name = /^export const (\w+) = (?:page|cross|site|rendered|sitemap)Check\(/m.exec(text)?.[1];
  if (name === undefined) throw new Error(`${CHECKS}/${file}.ts defines no check. Helpers belong in ${CHECKS}/shared.`);
  return name;
}

/** `listed` without files that are gone. Each new file follows the others in its folder, or comes last. */
export function inOrder(listed: readonly string[], existing: readonly string[]): string[] {
  const order = listed.filter((file) => existing.includes(file));
  for (const file of existing.filter((each) => !listed.includes(each))) {
    const last = order.findLastIndex((each) => path.dirname(each) === path.dirname(file));
    order.splice(last < 0 ? order.length : last + 1, 0, file);
  }
  return order;
}

/** The text of the list of all checks. It keeps the order of the list and adds files that are missing. */
export function allChecks(): string {
  const written = readFileSync(path.join(root, ALL_CHECKS_FILE), "utf8");
  const listed = [...written.matchAll(/ from "\.\/([\w-]+\/[\w-]+)";/g)].map((match) => match[1]!);
  const checks = inOrder(listed, checkFolders().flatMap(checkFiles)).map((file) => ({ file, name: exportedBy(file) }));
  return `// Written by \`npm run docs\`, which adds a new check after the others in its folder. To reorder checks, move their imports.
import type { Check } from "./shared/define";
import type { SitemapCheck } from "./shared/define-sitemap";
${checks.map(({ file, name }) => `import { ${name} } from "./${file}";`).join("\n")}

/** Every check. Within a stage, this is the order of issues in responses. */
export const ALL_CHECKS: ReadonlyArray<Check | SitemapCheck> = [
${checks.map(({ name }) => `  ${name},`).join("\n")}
];
`;
}
