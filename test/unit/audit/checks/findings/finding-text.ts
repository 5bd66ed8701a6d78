import type { Finding } from "../../../../../src/audit/model/issue";

/** A check and what it found somewhere. */
export type Told = readonly [id: string, finding: Finding];

/** Everything that checks say, as the customer reads it: each different finding once, by check in the order of the first. */
export function findingsText(told: readonly Told[]): string {
  const byCheck = new Map<string, Set<string>>();
  for (const [id, finding] of told) byCheck.set(id, (byCheck.get(id) ?? new Set()).add(textOf(finding)));
  return [...byCheck].map(([id, texts]) => `${id}\n${[...texts].join("")}`).join("\n");
}

function textOf({ found, expected, count, samples, ...rest }: Finding): string {
  if (Object.keys(rest).length > 0) throw new Error(`a finding has more fields: ${JSON.stringify(rest)}`);
  const times = count === undefined ? "" : ` [${count}]`;
  return `  ${found} | ${expected}${times}\n${(samples ?? []).map((sample) => `    - ${sample}\n`).join("")}`;
}
