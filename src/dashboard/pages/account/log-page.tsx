import { partView } from "../../ui/lists/list-view";
import { csvOfParts, listState, wantsCsv } from "../../server/list";
import type { ResponseOf } from "../../../client";
import { choiceOf } from "../../server/choice";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import { FilterForm } from "../../ui/lists/filter-form";
import { ButtonLink, Select } from "../../ui/form";
import { Time } from "../../ui/format";
import { EmptyState } from "../../ui/panels";
import { DataTable, type ListColumn } from "../../ui/lists/table";
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

const columnsFor = (names: Names): ListColumn<Entry>[] => [
  { name: "When", heading: true, value: ({ at }) => new Date(at).toISOString(), cell: ({ at }) => <Time at={at} /> },
  {
    name: "Who",
    value: ({ actor }) => (actor.id !== null && names.get(actor.id)) || ACTORS[actor.kind],
    cell: ({ actor }) => (
      <Untrusted text={(actor.id !== null && names.get(actor.id)) || ACTORS[actor.kind]} max={120} />
    ),
  },
  { name: "Action", value: ({ action }) => actionWords(action), cell: ({ action }) => actionWords(action) },
  {
    name: "Target",
    value: ({ target }) => target && (names.get(target) ?? target),
    cell: ({ target }) => <Untrusted text={target && (names.get(target) ?? target)} max={120} />,
  },
  {
    name: "Details",
    value: ({ detail }) => detailLines(detail).join("; "),
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
  const list = listState(c, ["area"]);
  const read = async (cursor: string | undefined, limit = 50) => {
    const { entries, nextCursor } = await c.var.api.readActionLog({ query: { limit, cursor, action: area } });
    return { rows: entries, nextCursor };
  };
  const [part, { members }, { apiKeys }, { statsTokens }, { connections }] = await Promise.all([
    read(list.cursor),
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
  const columns = columnsFor(names);
  if (wantsCsv(c)) return csvOfParts(c, "action-log", columns, list, (cursor) => read(cursor, 100));
  return page(
    c,
    { title: "Action log" },
    <AccountFrame tab="log">
      <FilterForm action={appPath("account/log")}>
        <Select label="Area" name="area" value={area ?? ""} options={AREA_OPTIONS} />
      </FilterForm>
      <DataTable
        caption="Actions, newest first"
        view={partView(part, columns, list)}
        empty={
          <EmptyState
            title="Nothing has happened yet"
            picture="list"
            action={<ButtonLink href={appPath("account/log")}>Show everything</ButtonLink>}
          >
            Changes to keys, domains, members and the cache, and sign-ins appear here.
          </EmptyState>
        }
      />
    </AccountFrame>,
  );
}
