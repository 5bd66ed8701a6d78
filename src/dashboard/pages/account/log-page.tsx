import type { InferResponseType } from "hono/client";
import type { OwnApi } from "../../../own-api";
import { choiceOf } from "../../server/choice";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import { read } from "../../server/read";
import { Button, ButtonLink, Form, Select } from "../../ui/form";
import { Time } from "../../ui/format";
import { EmptyState } from "../../ui/panels";
import { pathWith } from "../../ui/paths";
import { DataTable, type Column } from "../../ui/table";
import { Untrusted } from "../../ui/untrusted";
import { actionWords, AREA_OPTIONS, detailLines } from "./action-words";
import { AccountFrame, accountPath } from "./frame";

type Entry = InferResponseType<OwnApi["api"]["account"]["audit-log"]["$get"], 200>["entries"][number];
type Names = ReadonlyMap<string, string>;

const ACTORS = { user: "A former member", key: "An API key", operator: "The operator", system: "The service" } as const;
const AREAS = AREA_OPTIONS.map(([area]) => area);

const columnsFor = (names: Names): Column<Entry>[] => [
  { name: "When", heading: true, cell: ({ at }) => <Time at={at} /> },
  {
    name: "Who",
    cell: ({ actor }) => (
      <Untrusted text={(actor.id !== null && names.get(actor.id)) || ACTORS[actor.kind]} max={120} />
    ),
  },
  { name: "Did", cell: ({ action }) => actionWords(action) },
  { name: "To", cell: ({ target }) => <Untrusted text={target && (names.get(target) ?? target)} max={120} /> },
  {
    name: "Details",
    cell: ({ detail }) => {
      const lines = detailLines(detail);
      if (lines.length === 0) return <span class="muted">none</span>;
      return (
        <details class="more">
          <summary>Show</summary>
          <ul class="lines">
            {lines.map((line) => (
              <li>
                <Untrusted text={line} max={500} />
              </li>
            ))}
          </ul>
        </details>
      );
    },
  },
];

/** Who did what with the account. */
export async function logPage(c: OwnPageContext) {
  const account = c.var.api.api.account;
  const area = choiceOf(c.req.query("area"), AREAS) || undefined;
  const cursor = c.req.query("cursor");
  const [{ entries, nextCursor }, { members }, { apiKeys }, { statsTokens }] = await Promise.all([
    read(account["audit-log"].$get({ query: { limit: "50", cursor, action: area } })),
    read(account.members.$get({ query: {} })),
    read(account["api-keys"].$get({ query: {} })),
    read(account["stats-tokens"].$get({ query: {} })),
  ]);
  const names: Names = new Map([
    ...members.map(({ userId, email }) => [userId, email] as const),
    [c.var.caller.accountId, "this account"] as const,
    ...statsTokens.map(({ id, domain, prefix }) => [id, `link ${prefix}… of ${domain}`] as const),
    ...apiKeys.map(({ id, name }) => [id, `key “${name}”`] as const),
  ]);
  return page(
    c,
    { title: "Log of actions" },
    <AccountFrame tab="log">
      <Form method="get" action={accountPath("log")} row>
        <Select label="About" name="area" value={area ?? ""} options={AREA_OPTIONS} />
        <Button tone="plain">Show</Button>
      </Form>
      <DataTable
        caption="Actions, newest first"
        columns={columnsFor(names)}
        rows={entries}
        empty={
          <EmptyState
            title="Nothing happened here yet"
            action={<ButtonLink href={accountPath("log")}>Show everything</ButtonLink>}
          >
            Changes to keys, domains, members and the cache, and sign-ins appear here.
          </EmptyState>
        }
        next={nextCursor && pathWith(accountPath("log"), { area, cursor: nextCursor })}
        first={cursor ? pathWith(accountPath("log"), { area }) : null}
      />
    </AccountFrame>,
  );
}
