import { ownText } from "../../../web/html";
import { pageCheck } from "../shared/define";

/** Default titles and headings of templates and app builders. */
const TEMPLATES = new Set([
  "your headline here",
  "your title here",
  "your company name",
  "your page title",
  "website title",
  "vite + react",
  "vite + react + ts",
  "vite app",
  "react app",
  "lovable app",
  "lovable generated project",
  "create next app",
  "untitled document",
  "welcome to nginx!",
]);
/** Defaults as well, but headings may mean them: works of art are untitled, and manuals describe documents. */
const TITLES = new Set(["page title", "my app", "my website", "new page", "untitled", "document", "hello world!"]);
/** What WordPress writes below the heading of its first post. */
const FIRST_POST = "Welcome to WordPress. This is your first post.";
/** The filler text itself, and the beginning of its name. */
const LOREM = /lorem\s+ipsum\s+dolor/i;
const NAME = /lorem\s+ipsum(?!\s+dolor)/i;
/** Whether a text may have it: searching for letters takes a third of the time of an expression. */
const mayHaveFiller = (text: string) => text.includes("psum") || text.includes("PSUM");
/** Quotations that are looked at. */
const MAX_TRIES = 20;
const OPENING = /["“”„‟«»‹›‘‚`「『《〈'][^"“”„‟«»‹›`」』》〉]{0,200}$/;

/** The first filler text that is not in quotation marks; null: there is none. */
function fillerIn(text: string): string | null {
  let from = 0;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const at = text.slice(from).search(LOREM);
    if (at < 0) return null;
    const start = from + at;
    if (!isQuoted(text.slice(Math.max(0, start - 200), start))) return text.slice(start, start + 60).trim();
    from = start + 1;
  }
  return null;
}

/** Whether a quotation is open at the end of a text. An apostrophe is none, unless it follows a space. */
function isQuoted(before: string): boolean {
  const opened = OPENING.exec(before);
  if (opened === null) return false;
  const mark = opened[0].charAt(0);
  if (mark === "'") return /(?:^|\s)$/.test(before.slice(0, opened.index)) && !/'/.test(opened[0].slice(1));
  // A mark that both opens and closes opens if an odd number of them precedes.
  return !/["`]/.test(mark) || before.split(mark).length % 2 === 0;
}

export const placeholderText = pageCheck({
  id: "placeholder_text",
  severity: "warning",
  category: "Headings and content",
  title: "The page has placeholder text",
  rule: 'Template strings such as "Your headline here", "Vite + React" or "Lovable App" as title or h1, or lorem ipsum in title, h1 or text. What headings may mean, such as "Document" or "Untitled", counts as the whole title only. Quotations and code are left out, and so are pages whose title or h1 names lorem ipsum.',
  why: "The page was published before it was finished.",
  fix: "Replace it with real text.",
  on: "html",
  test: ({ title, h1, facts }) => {
    const headings = [title, h1].filter((text) => text !== null);
    if (headings.some((text) => NAME.test(text))) return null;
    const heading = headings.find((text) => TEMPLATES.has(text.toLowerCase()) || fillerIn(text) !== null);
    if (title !== null && TITLES.has(title.toLowerCase())) return { found: title, expected: "your own text" };
    if (h1?.toLowerCase() === "hello world!" && facts.text.main.includes(FIRST_POST))
      return { found: h1, expected: "your own text" };
    if (heading) return { found: heading, expected: "your own text" };
    // Nearly no page has it, so its quotations are cut out only then.
    const filler = mayHaveFiller(facts.text.main) && LOREM.test(facts.text.main) ? fillerIn(ownText(facts.text)) : null;
    return filler === null ? null : { found: filler, expected: "your own text" };
  },
});
