import type { ResponseOf } from "../../../client";
import { choiceOf } from "../../server/choice";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import { Button, ButtonLink, Form, Select } from "../../ui/form";
import { Time } from "../../ui/format";
import { EmptyState } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/table";
import { Untrusted } from "../../ui/untrusted";
import { actionWords, AREA_OPTIONS, detailLines } from "./action-words";
import { AccountFrame } from "./frame";
import { appPath } from "../../../lib/hosts/page-paths";

type Entry = ResponseOf<"readActionLog">["entries"][number];
type Names = ReadonlyMap<string, string>;

const ACTORS = {
  user: "A former member",
  key: "An API key",
  connection: "A connected app",
  operator: "The operator",
  system: "The service",
} as const;
const AREAS = AREA_OPTIONS.map(([area]) => area);

const columnsFor = (names: Names): Column<Entry>[] => [
  { name: "When", heading: true, cell: ({ at }) => <Time at={at} /> },
  {
    name: "Who",
    cell: ({ actor }) => (
      <Untrusted text={(actor.id !== null && names.get(actor.id)) || ACTORS[actor.kind]} max={120} />
    ),
  },
  { name: "Action", cell: ({ action }) => actionWords(action) },
  { name: "Target", cell: ({ target }) => <Untrusted text={target && (names.get(target) ?? target)} max={120} /> },
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
  const area = choiceOf(c.req.query("area"), AREAS) || undefined;
  const cursor = c.req.query("cursor");
  const [{ entries, nextCursor }, { members }, { apiKeys }, { statsTokens }, { connections }] = await Promise.all([
    c.var.api.readActionLog({ query: { limit: 50, cursor, action: area } }),
    c.var.api.listMembers(),
    c.var.api.listApiKeys(),
    c.var.api.listStatsTokens(),
    c.var.api.listConnections(),
  ]);
  const names: Names = new Map([
    ...members.map(({ userId, email }) => [userId, email] as const),
    [c.var.caller.accountId, "this account"] as const,
    ...statsTokens.map(({ id, domain, prefix }) => [id, `link ${prefix}… of ${domain}`] as const),
    ...connections.map(({ id, name }) => [id, `app “${name}”`] as const),
    ...apiKeys.map(({ id, name }) => [id, `key “${name}”`] as const),
  ]);
  return page(
    c,
    { title: "Action log" },
    <AccountFrame tab="log">
      <Form method="get" action={appPath("account/log")} row>
        <Select label="Area" name="area" value={area ?? ""} options={AREA_OPTIONS} />
        <Button tone="plain">Show</Button>
      </Form>
      <DataTable
        caption="Actions, newest first"
        columns={columnsFor(names)}
        rows={entries}
        empty={
          <EmptyState
            title="Nothing has happened yet"
            picture="list"
            action={<ButtonLink href={appPath("account/log")}>Show everything</ButtonLink>}
          >
            Changes to keys, domains, members and the cache, and sign-ins appear here.
          </EmptyState>
        }
        next={nextCursor && appPath("account/log", { area, cursor: nextCursor })}
        first={cursor ? appPath("account/log", { area }) : null}
      />
    </AccountFrame>,
  );
}
