import { expect, it } from "vitest";
import { checksMarkdown } from "../../scripts/dev/checks-page.ts";
import { listChecks } from "../../src/audit/checks/list-checks";

it("docs/checks.md matches the checks (npm run docs writes it)", async () => {
  await expect(checksMarkdown(listChecks())).toMatchFileSnapshot("../../docs/checks.md");
});
