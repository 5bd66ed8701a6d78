import type { ResponseOf } from "../../../client";
import { Num } from "../../ui/format";
import { Facts, Notice } from "../../ui/panels";
import { cutWords, failureWords } from "../../ui/failure-words";
import { Untrusted } from "../../ui/untrusted";

export type LookAnswer = ResponseOf<"lookAtPage">;

/** Fewer words than any page with content has. */
const FEW_WORDS = 60;

/** What an error tells a crawler, and who may have made it. */
function errorWords(status: number): string {
  if (status === 404 || status === 410)
    return `GPTBot gets no page: the site says that there is none here (${status}).`;
  if (status >= 500) return `GPTBot gets an error of the site (${status}).`;
  if (status === 401) return `GPTBot gets no page: the site asks for a password (${status}).`;
  return `GPTBot gets an error (${status}). Perhaps something in front of the site stops bots.`;
}

/** What the look means for the site, in one sentence. */
export function lookVerdict(look: LookAnswer): { good: boolean; words: string } {
  const { robots, failure, status, words, scripts } = look;
  if (robots.allowed === false)
    return { good: false, words: "Your robots.txt keeps GPTBot from this page, so ChatGPT never reads it." };
  if (failure !== null) return { good: false, words: `GPTBot gets no page: ${failureWords(failure)}.` };
  if (status !== null && status >= 400) return { good: false, words: errorWords(status) };
  if (words === null) return { good: false, words: "This address is not a page that GPTBot can read as text." };
  if (words < FEW_WORDS && look.cut !== null)
    return { good: false, words: `GPTBot gets next to no text. ${cutWords(look.cut)}` };
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
  const isWeb = /^https?:/.test(look.url);
  return (
    <section class="card look" aria-label="What GPTBot sees" id="seen">
      <h2>
        <Untrusted text={look.url} max={200} />
      </h2>
      <Notice kind={good ? "good" : "warn"}>{words}</Notice>
      <Facts
        items={[
          ["Response", look.status ?? (look.failure === null ? "not requested" : "none")],
          ...(isWeb
            ? [
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
                ] as const,
              ]
            : []),
          [
            "Words",
            <>
              <Num value={look.words} />
              {look.cut !== null && look.words !== null && " or more"}
            </>,
          ],
          ["Title", look.title ? <Untrusted text={look.title} max={300} /> : "–"],
        ]}
      />
      {look.cut !== null && <p class="muted">{cutWords(look.cut)}</p>}
      {look.text && (
        <>
          <h3>{look.text.endsWith("…") ? "How the text begins, as GPTBot gets it" : "The text, as GPTBot gets it"}</h3>
          <p class="look-text">
            <Untrusted text={look.text} max={3_000} />
          </p>
        </>
      )}
    </section>
  );
}
