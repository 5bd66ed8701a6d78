import type { ResponseOf } from "../../../client";
import { Num } from "../../ui/format";
import { Facts, Notice } from "../../ui/panels";
import { Untrusted } from "../../ui/untrusted";

export type LookAnswer = ResponseOf<"lookAtPage">;

/** Fewer words than any page with content has. */
const FEW_WORDS = 60;

/** What the look means for the site, in one sentence. */
export function lookVerdict(look: LookAnswer): { good: boolean; words: string } {
  const { robots, failure, status, words, scripts } = look;
  if (robots.allowed === false)
    return { good: false, words: "Your robots.txt keeps GPTBot from this page, so ChatGPT never reads it." };
  if (failure !== null) return { good: false, words: `GPTBot gets no answer: ${failure}.` };
  if (status !== null && status >= 400)
    return {
      good: false,
      words: `GPTBot gets an error (${status}). Perhaps something in front of the site stops bots.`,
    };
  if (words === null) return { good: false, words: "This address is not a page that GPTBot can read as text." };
  if (words < FEW_WORDS && (scripts ?? 0) > 0)
    return {
      good: false,
      words: "GPTBot finds next to no text. It runs no scripts, and the page is built by them.",
    };
  if (words < FEW_WORDS) return { good: false, words: "GPTBot finds next to no text on this page." };
  if (robots.allowed === null)
    return {
      good: false,
      words: "The page has text, but robots.txt could not be read. Crawlers may stay away until it can.",
    };
  return { good: true, words: "GPTBot reads this page." };
}

const ROBOTS = new Map([
  [true, "allowed"],
  [false, "not allowed"],
  [null, "could not be read"],
]);

/** What GPTBot got of a stranger's page. */
export function LookResult({ look }: { look: LookAnswer }) {
  const { good, words } = lookVerdict(look);
  const { allowed, rule } = look.robots;
  return (
    <section class="card look" aria-label="What GPTBot sees" id="seen">
      <h2>
        <Untrusted text={look.url} max={200} />
      </h2>
      <Notice kind={good ? "good" : "warn"}>{words}</Notice>
      <Facts
        items={[
          ["Response", look.status ?? "not requested"],
          [
            "robots.txt for GPTBot",
            <>
              {ROBOTS.get(allowed)}
              {rule !== null && (
                <>
                  {" "}
                  by <Untrusted text={rule} max={200} />
                </>
              )}
            </>,
          ],
          ["Words", <Num value={look.words} />],
          ["Title", look.title ? <Untrusted text={look.title} max={300} /> : "–"],
        ]}
      />
      {look.text && (
        <>
          <h3>The text, as GPTBot gets it</h3>
          <p class="look-text">
            <Untrusted text={look.text} max={3_000} />
          </p>
        </>
      )}
    </section>
  );
}
