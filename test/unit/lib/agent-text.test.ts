import { expect, it } from "vitest";
import { markdownView } from "../../../src/lib/text/agent-text";

it("shows an agent the title, the text and the first 1,000 links of Markdown", () => {
  const links = Array.from({ length: 1_003 }, (_, i) => `[Item ${i}](/items/${i})`).join(" ");
  const view = markdownView(`# The  title\n\nSome *text* with \`code\`\n\n${links}`);
  expect(view.title).toBe("The title");
  expect(view.text).toMatch(/^The title Some text with code \[Item 0\]/);
  expect(view.links).toHaveLength(1_000);
  expect(view.links[999]).toEqual({ href: "/items/999", name: "Item 999" });
});
