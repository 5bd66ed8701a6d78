import { showOnce, takeSecret } from "../../server/flash";
import { readForm, submit, type FormFields } from "../../server/form";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import { ApiProblem } from "../../server/read";
import { readFields } from "../../server/read-fields";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, Form } from "../../ui/form";
import { Count, Num, Time } from "../../ui/format";
import { Badge, Card, CopyText, EmptyState, Notice } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { AccountFrame, isOwner, OwnersMay } from "./frame";
import type { ShownWebhook, WebhookEvent } from "./webhook-types";
import { appPath } from "../../../lib/hosts/page-paths";
import { shownHost } from "../../../lib/hosts/shown-host";

const REASONS = { by_owner: "turned off", gone: "off: it answered 410", failing: "off: it kept failing" } as const;
const FORMATS = [
  ["standard", "Signed JSON (Standard Webhooks)"],
  ["slack", "A Slack message"],
] as const;

export const WebhookState = ({ of }: { of: ShownWebhook }) =>
  of.disabledAt === null ? (
    <Badge tone="good">on</Badge>
  ) : (
    <Badge tone={of.disabledReason === "by_owner" ? "none" : "bad"}>{REASONS[of.disabledReason ?? "by_owner"]}</Badge>
  );

const columns: Column<ShownWebhook>[] = [
  {
    name: "Receiver",
    heading: true,
    cell: ({ id, origin, url }) => (
      <a href={appPath("account/webhooks/:id", { id })}>
        <Untrusted text={url ?? origin} max={120} />
      </a>
    ),
  },
  { name: "Purpose", cell: ({ description }) => <Untrusted text={description} max={120} /> },
  { name: "About", cell: ({ domain }) => (domain === null ? "the whole account" : shownHost(domain)) },
  { name: "Events", cell: ({ events }) => (events === null ? "all" : <Num value={events.length} />) },
  { name: "State", cell: (of) => <WebhookState of={of} /> },
  { name: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** The fields of a webhook. */
const webhookFields = (events: readonly WebhookEvent[]) =>
  ({
    url: {
      kind: "url",
      label: "Address",
      required: true,
      placeholder: "https://hooks.example.com/crawlready",
      hint: "https, on a public host.",
    },
    description: { kind: "text", label: "Purpose", maxlength: 200 },
    format: { kind: "choice", label: "Format", options: FORMATS },
    events: {
      kind: "choices",
      label: "Events",
      hint: "None selected: all, including those that later releases add.",
      options: events.map(({ type, title, description }) => [type, title, description.replaceAll("`", "")] as const),
    },
  }) as const satisfies FieldTable;

/** What a new webhook is about. */
const scopeFields = (domains: readonly { domain: string }[]) =>
  ({
    domain: {
      kind: "choice",
      label: "About",
      options: [["", "The whole account"], ...domains.map(({ domain }) => [domain, shownHost(domain)] as const)],
    },
  }) as const satisfies FieldTable;

/** The choices of a form. All events selected includes those that later releases add. */
export function typedWebhook(form: FormFields, known: readonly WebhookEvent[]) {
  const { description = "", events, ...typed } = readFields(form, webhookFields(known));
  const chosen = known.map(({ type }) => type).filter((type) => events.includes(type));
  return { ...typed, description, events: chosen.length === 0 || chosen.length >= known.length ? null : chosen };
}

export interface WebhookTyped {
  url?: string | null;
  description?: string;
  format?: string;
  domain?: string | null;
  events?: readonly string[] | null;
}

/** The fields of a webhook, with their values. */
export const WebhookFields = (props: {
  events: readonly WebhookEvent[];
  typed: WebhookTyped;
  problem?: ApiProblem;
}) => (
  <TableFields
    table={webhookFields(props.events)}
    values={{ format: "standard", ...props.typed }}
    problem={props.problem}
  />
);

/** A secret that the API shows once. */
export const NewSecret = ({ secret }: { secret: string }) => (
  <Notice kind="good">
    <p>
      <strong>Copy the secret now.</strong> Your receiver checks signatures with it. It is not shown again.
    </p>
    <CopyText text={secret} name="the secret" />
  </Notice>
);

/** The webhooks of the account. */
export async function webhooksPage(
  c: OwnPageContext,
  { typed = {}, problem }: { typed?: WebhookTyped; problem?: ApiProblem } = {},
) {
  const created = takeSecret(c);
  const { api, caller } = c.var;
  const isRestricted = caller.domains !== null;
  const [{ webhooks, limit }, { events }] = await Promise.all([api.listWebhooks(), api.listEventTypes()]);
  return page(
    c,
    { title: "Webhooks", status: problem?.status },
    <AccountFrame tab="webhooks">
      {created && <NewSecret secret={created} />}
      <DataTable
        caption="Webhooks"
        columns={columns}
        rows={webhooks}
        empty={
          isRestricted ? (
            <EmptyState title="No webhook for your domains alone">The account may have others.</EmptyState>
          ) : (
            <EmptyState title="No webhook yet" picture="key">
              Let your own programs, or a Slack channel, know what happens. Add one below.
            </EmptyState>
          )
        }
      />
      {!isRestricted && (
        <p class="muted">
          <Num value={webhooks.length} /> of <Count value={limit} one="webhook" many="webhooks" />
        </p>
      )}
      <Card title="Add a webhook">
        {isOwner(c) ? (
          <Form action={appPath("account/webhooks")} problem={problem?.message}>
            <WebhookFields events={events} typed={typed} problem={problem} />
            <TableFields table={scopeFields(c.var.domains)} values={typed} problem={problem} />
            <Button>Add it</Button>
          </Form>
        ) : (
          <OwnersMay what="add webhooks" />
        )}
      </Card>
    </AccountFrame>,
  );
}

/** Adds a webhook, whose secret the page shows once. */
export async function createWebhookForm(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const { api } = c.var;
  const typed = {
    ...typedWebhook(form, (await api.listEventTypes()).events),
    ...readFields(form, scopeFields(c.var.domains)),
  };
  try {
    const { secret } = await api.createWebhook({ body: { ...typed, domain: typed.domain ?? null } });
    return showOnce(c, appPath("account/webhooks"), secret);
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return webhooksPage(c, { typed, problem: error });
    throw error;
  }
}

export async function removeWebhookForm(c: OwnPageContext): Promise<Response> {
  const id = c.req.param("id") ?? "";
  return submit(c, {
    send: () => c.var.api.deleteWebhook({ path: { id } }),
    done: () => ({ to: appPath("account/webhooks"), text: "The webhook is removed." }),
    back: appPath("account/webhooks/:id", { id }),
  });
}
