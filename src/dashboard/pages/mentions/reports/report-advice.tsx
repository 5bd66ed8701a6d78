import type { Child } from "hono/jsx";
import { cleanText } from "../../../../lib/text/strangers-text";
import { Time } from "../../../ui/format";
import { Badge } from "../../../ui/panels";
import { Untrusted, UntrustedLink } from "../../../ui/untrusted";
import { PROVIDER_NAMES, type Report } from "../parts/data";
import { dashboardPage } from "../../../../lib/hosts/dashboard-page";
import { sitePath } from "../../../../lib/hosts/page-paths";

type Item = Report["actionItems"][number];

const PRIORITY = { high: ["bad", "urgent"], medium: ["warn", "soon"], low: ["info", "later"] } as const;

export const List = ({ items, name }: { items: readonly Child[]; name?: string }) =>
  items.length === 0 ? null : (
    <>
      {name && <p class="list-name">{name}</p>}
      <ul>
        {items.map((item) => (
          <li>{item}</li>
        ))}
      </ul>
    </>
  );

export function Advice({ item, domain }: { item: Item; domain: string }) {
  const { title, status, priority, detail, why, todo, prompts = [], pages = [], evidence, firstSeen } = item;
  if (status === "resolved")
    return (
      <div class="advice">
        <h3>
          <Badge tone="good">resolved</Badge> <Untrusted text={title} max={300} />
        </h3>
        <p class="hint">
          First seen on <Time at={firstSeen} day />.
        </p>
      </div>
    );
  const [tone, word] = PRIORITY[priority];
  const next = todo && dashboardPage(domain, todo.link);
  return (
    <div class="advice">
      <h3>
        <Badge tone={tone}>{word}</Badge> <Untrusted text={title} max={300} />
      </h3>
      <p>
        <Untrusted text={detail} max={1_000} />{" "}
        <span class="muted">
          {status === "new" ? (
            "New this week."
          ) : (
            <>
              Since <Time at={firstSeen} day />.
            </>
          )}
        </span>
      </p>
      {why && <p>Why it matters: {cleanText(why, 500)}</p>}
      {todo && (
        <p>
          <strong>What to do:</strong> {cleanText(todo.text, 500)} {next && <a href={next.href}>{next.name}</a>}
        </p>
      )}
      <List
        name={prompts.length === 1 ? "Prompt" : "Prompts"}
        items={prompts.map(({ id, text }) => (
          <a href={sitePath(domain, "mentions/prompts/:id", { id })}>
            <Untrusted text={text} max={200} />
          </a>
        ))}
      />
      {evidence
        .filter(({ quote }) => quote !== "")
        .map(({ quote, provider, runId }) => (
          <blockquote>
            <Untrusted text={quote} max={600} />{" "}
            <a href={sitePath(domain, "mentions/answers/:id", { id: runId })}>{PROVIDER_NAMES[provider]}</a>
          </blockquote>
        ))}
      <List
        name="Pages that these answers cite"
        items={pages.map(({ url, title: name }) => (
          <UntrustedLink url={url} text={name || url} max={140} />
        ))}
      />
    </div>
  );
}
