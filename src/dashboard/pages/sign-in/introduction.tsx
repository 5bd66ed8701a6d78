import type { Child } from "hono/jsx";

const POINTS = [
  ["Audits", "find what keeps crawlers from reading your pages, and show how to fix it."],
  ["A page cache", "gives crawlers the finished page where your site builds it with scripts."],
  ["Crawler visits", "are counted by bot and day, with impostors told apart."],
  ["AI mentions", "show whether assistants name your brand, and whom they name instead."],
] as const;

/** What the service does, next to the forms for people who are not signed in. */
export function Introduction({ children }: { children?: Child }) {
  return (
    <div class="entrance">
      <section class="entrance-words" aria-label="What Crawlready does">
        <p class="entrance-claim">See your site the way search engines and AI assistants do.</p>
        <ul>
          {POINTS.map(([name, text]) => (
            <li>
              <strong>{name}</strong> {text}
            </li>
          ))}
        </ul>
      </section>
      <div class="card entrance-form">{children}</div>
    </div>
  );
}
