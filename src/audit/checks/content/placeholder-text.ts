import { pageCheck } from "../shared/define";

/** Default titles and headings of templates and app builders. */
const TEMPLATES = new Set([
  "your headline here",
  "your title here",
  "your company name",
  "your page title",
  "page title",
  "website title",
  "vite + react",
  "vite + react + ts",
  "vite app",
  "react app",
  "lovable app",
  "lovable generated project",
  "create next app",
  "my app",
  "my website",
  "new page",
  "untitled",
  "untitled document",
  "document",
  "hello world!",
  "welcome to nginx!",
]);
/** The filler text itself, not a mention of its name, and not a string in an example of code. */
const LOREM = /lorem ipsum dolor(?<!["'`]lorem ipsum dolor)/i;

export const placeholderText = pageCheck({
  id: "placeholder_text",
  severity: "warning",
  category: "Headings and content",
  title: "The page has placeholder text",
  rule: 'Template strings such as "Your headline here", "Vite + React" or "Lovable App" as title or h1, or lorem ipsum in title, h1 or text.',
  why: "The page was published before it was finished.",
  fix: "Replace it with real text.",
  on: "html",
  test: ({ title, h1, facts }) => {
    const heading = [title, h1].find(
      (text) => text !== null && (TEMPLATES.has(text.toLowerCase()) || LOREM.test(text)),
    );
    if (heading) return { found: heading, expected: "your own text" };
    const at = facts.text.main.search(LOREM);
    return at < 0 ? null : { found: facts.text.main.slice(at, at + 60).trim(), expected: "your own text" };
  },
});
