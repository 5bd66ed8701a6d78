import { ERRORS } from "../../src/errors/table.ts";

function errorsPage(): string {
  const rows = Object.entries(ERRORS)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, title }]) => `| ${status} | \`${code}\` | ${title} |`);
  return `# Errors

Made by \`npm run docs\` from [the table of errors](../src/errors/table.ts).

Every error answers with its status and \`{"error": "<code>", "message": "<what is wrong and what to do>", "requestId": "…"}\`.
A schema error adds \`issues: [{path, message}]\`, \`plan_required\` adds \`requiredPlan\`, \`run_already_active\` adds \`runId\`;
429 comes with \`Retry-After\` in seconds. Which endpoint answers with which codes stands in \`/openapi.json\`.

| Status | Code | Meaning |
|---|---|---|
${rows.join("\n")}
`;
}

/** The documents that are made from the code: path → text. */
export function documents(): Record<string, string> {
  return { "docs/errors.md": errorsPage() };
}
