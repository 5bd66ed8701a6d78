import { attempt } from "../../server/attempt";
import { submit } from "../../server/form";
import type { SitePageContext } from "../../server/page-env";
import { ApiProblem } from "../../server/read";
import type { ResponseOf } from "../../../client";
import { Button, Form } from "../../ui/form";
import { Time } from "../../ui/format";
import { DataTable, type Column } from "../../ui/lists/table";
import { Badge, Card, CopyText, Facts, Notice } from "../../ui/panels";
import { Untrusted } from "../../ui/untrusted";
import { sitePath } from "../../../lib/hosts/page-paths";

type Hostname = ResponseOf<"readHostname">;
type Tone = "good" | "warn" | "bad";

/** Each state as its owner understands it. */
const STATES: Record<Hostname["state"], readonly [tone: Tone, words: string]> = {
  queued: ["warn", "waits to be created"],
  pending: ["warn", "waits for its records or its certificate"],
  active: ["good", "active"],
  moved: ["bad", "no longer points here"],
  expired: ["bad", "nobody set its records for a week; it is created again within a day"],
  blocked: ["bad", "blocked by Cloudflare"],
  refused: ["bad", "refused by Cloudflare"],
};

const PURPOSES: Record<Hostname["records"][number]["purpose"], string> = {
  routing: "Brings the traffic here",
  ownership: "Proves the hostname before traffic moves",
  certificate: "Proves the certificate before traffic moves",
};

const columns: Column<Hostname["records"][number]>[] = [
  { name: "For", heading: true, cell: ({ purpose }) => PURPOSES[purpose] },
  { name: "Type", cell: ({ type }) => type },
  { name: "Name", cell: ({ name, purpose }) => <CopyText text={name} name={`the name of the ${purpose} record`} /> },
  {
    name: "Value",
    cell: ({ value, purpose }) => <CopyText text={value} name={`the value of the ${purpose} record`} />,
  },
];

/** Reads the domain's custom hostname; null: it has none. */
export const readHostnameOf = async (c: SitePageContext): Promise<Hostname | ApiProblem | null> => {
  const { domain, customHostname } = c.var.domain;
  return customHostname ? attempt(c, c.var.api.readHostname({ path: { domain } })) : null;
};

/** How far the custom hostname is, and what its owner has to set in DNS. */
export function HostnameCard({ domain, hostname }: { domain: string; hostname: Hostname | ApiProblem | null }) {
  if (hostname === null) return null;
  if (hostname instanceof ApiProblem)
    return (
      <Card title="Custom hostname" id="hostname">
        <Notice kind="bad">{hostname.message}</Notice>
      </Card>
    );
  const { state, managed, records, problems, checkedAt } = hostname;
  const [tone, words] = STATES[state];
  return (
    <Card title="Custom hostname" id="hostname">
      {problems.map((problem) => (
        <Notice kind={state === "pending" ? "warn" : "bad"}>
          <Untrusted text={problem} max={300} />
        </Notice>
      ))}
      <Facts
        items={[
          ["State", <Badge tone={tone}>{words}</Badge>],
          ["Last checked", checkedAt === null ? "not yet" : <Time at={checkedAt} />],
          ...(managed ? [] : [["Created", "by hand; the service doesn’t change it"] as const]),
        ]}
      />
      <DataTable caption="Records to set in DNS" showCaption columns={columns} rows={records} empty={null} />
      <Form action={sitePath(domain, "settings/hostname")}>
        <Button>Check again</Button>
      </Form>
    </Card>
  );
}

export function checkHostname(c: SitePageContext): Promise<Response> {
  const { domain } = c.var.domain;
  return submit(c, {
    send: () => c.var.api.checkHostname({ path: { domain } }),
    done: () => ({
      to: sitePath(domain, "settings/ownership"),
      text: "Cloudflare is asked to check again. Reload this page in a moment.",
    }),
    back: sitePath(domain, "settings/ownership"),
  });
}
