import { expect, it } from "vitest";
import { connectMarkdown } from "../../scripts/dev/connect-page.ts";
import { GUIDES } from "../../src/dashboard/pages/cache/connect/guides";

it("docs/connect.md matches the guides of the dashboard (npm run docs writes it)", async () => {
  await expect(connectMarkdown(GUIDES)).toMatchFileSnapshot("../../docs/connect.md");
});
