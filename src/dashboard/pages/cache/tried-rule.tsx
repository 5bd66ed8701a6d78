import type { ResponseOf } from "../../../client";
import { cleanText } from "../../../lib/text/strangers-text";
import { Duration, Num } from "../../ui/format";
import { Badge, Facts, Notice } from "../../ui/panels";
import { Untrusted } from "../../ui/untrusted";
import { ruleWords } from "./rule-form";
import { readyWords } from "./words";

/** `asked`: the path that was tried. */
export type Tried = ResponseOf<"tryRenderRules"> & { asked?: string };

/** Characters of the HTML that the page shows. */
const SHOWN_SOURCE = 40_000;

const Errors = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 0 ? (
    <>none</>
  ) : (
    <ul class="lines">
      {lines.slice(0, 20).map((line) => (
        <li>
          <Untrusted text={line} max={300} />
        </li>
      ))}
    </ul>
  );

function TriedRender({ render }: { render: NonNullable<Tried["render"]> }) {
  const { accepted, reason, status, location, readySignal, pending, durationMs, words, requests, title, html } = render;
  return (
    <>
      <Notice kind={accepted ? "good" : "warn"}>
        {accepted ? "Crawlers would get this render." : "Crawlers would not get this render: "}
        {!accepted && <Untrusted text={reason} max={300} />}
      </Notice>
      <Facts
        items={[
          ["Title", <Untrusted text={title} />],
          ["Response", status ?? "none"],
          ...(location === null ? [] : [["Redirects to", <Untrusted text={location} />] as const]),
          ["Took", <Duration ms={durationMs} />],
          ["Why it counted as ready", readyWords(readySignal, pending !== null)],
          ["Did not wait for", <Untrusted text={pending} />],
          ["Words", <Num value={words} />],
          [
            "Requests",
            <>
              <Num value={requests.made} /> sent, <Num value={requests.refused} /> not needed
            </>,
          ],
          ["Failed requests", <Errors lines={render.failedRequests} />],
          ["Script errors", <Errors lines={render.consoleErrors} />],
        ]}
      />
      {html !== "" && (
        <details>
          <summary>Source of this render</summary>
          <pre class="source" tabindex={0}>
            {cleanText(html, SHOWN_SOURCE)}
          </pre>
        </details>
      )}
    </>
  );
}

/** Which rule applies to a page, and how the page is rendered by it. */
export function TriedRule({ tried }: { tried: Tried }) {
  const { cacheKey, index, rule, action, ttlHours, render } = tried;
  return (
    <>
      <Facts
        items={[
          ["Rule", rule === null || index === null ? "none" : <code>{rule.path}</code>],
          ["Effect", rule === null ? "rendered as usual" : ruleWords(rule).join("; ")],
          ["Cached as", cacheKey === null ? <Badge tone="warn">never cached</Badge> : <Untrusted text={cacheKey} />],
          ...(action === "render"
            ? [
                [
                  "Fresh for",
                  <>
                    <Num value={ttlHours} /> hours
                  </>,
                ] as const,
              ]
            : []),
        ]}
      />
      {render && <TriedRender render={render} />}
    </>
  );
}
