import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { Button, ButtonLink, Confirm, Field, Form, Select } from "../../ui/form";
import { Num } from "../../ui/format";
import { Card, EmptyState, Notice } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { CacheFrame } from "./frame";
import { ruleWords, type Rule } from "./rule-form";
import { TriedRule, type Tried } from "./tried-rule";
import { sitePath } from "../../../lib/hosts/page-paths";

interface Numbered {
  index: number;
  rule: Rule;
}

function Move({ domain, index, rule, by }: { domain: string; by: "up" | "down" } & Numbered) {
  return (
    <form method="post" action={sitePath(domain, "cache/rules/move")}>
      <input type="hidden" name="index" value={String(index)} />
      <input type="hidden" name="was" value={rule.path} />
      <button class="small" name="by" value={by} aria-label={`Move the rule for ${rule.path} ${by}`}>
        {by === "up" ? "↑" : "↓"}
      </button>
    </form>
  );
}

const columnsFor = (domain: string, count: number, mayChange: boolean): Column<Numbered>[] => [
  { name: "Pages", heading: true, cell: ({ rule }) => <code>{rule.path}</code> },
  {
    name: "Effect",
    cell: ({ rule }) => (
      <ul class="lines">
        {ruleWords(rule).map((each) => (
          <li>{each}</li>
        ))}
      </ul>
    ),
  },
  ...(mayChange
    ? [
        {
          name: "Change",
          cell: ({ index, rule }: Numbered) => (
            <div class="actions">
              {index > 0 && <Move domain={domain} index={index} rule={rule} by="up" />}
              {index < count - 1 && <Move domain={domain} index={index} rule={rule} by="down" />}
              <a href={sitePath(domain, "cache/rules/edit", { index })}>Change</a>
              <Confirm
                name="Remove"
                action={sitePath(domain, "cache/rules/remove")}
                fields={{ index: String(index), was: rule.path }}
              >
                Its pages are rendered by the next rule that matches, or as usual. Cached pages stay until you remove
                them.
              </Confirm>
            </div>
          ),
        },
      ]
    : []),
];

const SCREENS = [
  ["", "The first of the page"],
  ["desktop", "Desktop"],
  ["mobile", "Phone"],
] as const;

/** The rules of a domain by path, and which of them applies to a page. */
export async function rulesPage(c: SitePageContext, tried: Tried | null = null, problem?: ApiProblem) {
  const { api, caller } = c.var;
  const { domain, renderRules, snapshotTtlHours } = c.var.domain;
  const mayChange = caller.role === "owner";
  const path = c.req.query("path")?.trim();
  const body = { domain, path: path ?? "/", render: false };
  const shown = tried ?? (path && !problem ? await api.tryRenderRules({ body }) : null);
  const add = (
    <ButtonLink tone="main" href={sitePath(domain, "cache/rules/edit")}>
      Add a rule
    </ButtonLink>
  );
  return page(
    c,
    { title: "Render rules", section: "cache", status: problem?.status },
    <CacheFrame domain={domain} tab="rules">
      <p>
        The first rule whose path matches applies. Without one, a page is rendered as on a desktop and stays fresh for{" "}
        <Num value={snapshotTtlHours} /> hours. A change removes no snapshot:{" "}
        <a href={sitePath(domain, "cache/refresh")}>refresh</a> the pages that it concerns.
      </p>
      {!mayChange && <Notice>Only owners of the account can change rules.</Notice>}
      <DataTable
        caption="Rules, in the order in which they are tried"
        columns={columnsFor(domain, renderRules.length, mayChange)}
        rows={renderRules.map((rule, index) => ({ index, rule }))}
        empty={
          <EmptyState title="No rules" action={mayChange ? add : undefined}>
            Most sites need none. Add one for pages that must not be cached, or that must wait for something.
          </EmptyState>
        }
      />
      {renderRules.length > 0 && mayChange && <p class="actions">{add}</p>}
      <Card title="Try a page" id="try">
        <Form method="get" action={`${sitePath(domain, "cache/rules")}#try`} problem={problem?.message} row>
          <Field
            label="Path"
            name="path"
            required
            value={path ?? tried?.asked}
            placeholder="/shop/shoes"
            maxlength={2_048}
          />
          <Button tone="plain">Which rule applies?</Button>
        </Form>
        {shown && <TriedRule tried={shown} />}
        {shown && path && (
          <Form action={sitePath(domain, "cache/rules/try", { path })}>
            <Select label="Screen" name="screen" value="" options={SCREENS} />
            <Button>Render it now, without storing</Button>
          </Form>
        )}
      </Card>
    </CacheFrame>,
  );
}
