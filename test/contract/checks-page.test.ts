import { expect, it } from "vitest";
import { checksMarkdown } from "../../scripts/dev/checks-page.ts";
import { listChecks } from "../../src/audit/checks/list-checks";
import { SITEMAP_CHECKS } from "../../src/audit/checks/sitemap";

it("docs/checks.md matches the checks (npm run docs writes it)", async () => {
  await expect(checksMarkdown(listChecks(), SITEMAP_CHECKS)).toMatchFileSnapshot("../../docs/checks.md");
});
