import { readForm, submit, type FormFields } from "../../server/form";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import { ApiProblem } from "../../server/read";
import { Button, Checkbox, Field, Form, Select } from "../../ui/form";
import { Num, Time } from "../../ui/format";
import { Badge, Card, CopyText, EmptyState, Notice } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/table";
import { Untrusted } from "../../ui/untrusted";
import { AccountFrame, isOwner, OwnersMay } from "../account/frame";
import { webhookCalls, type ShownWebhook, type WebhookEvent } from "./webhook-calls";

export const webhooksPath = (id?: string): string =>
  id === undefined ? "/app/account/webhooks" : `/app/account/webhooks/${encodeURIComponent(id)}`;

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
      <a href={webhooksPath(id)}>
        <Untrusted text={url ?? origin} max={120} />
      </a>
    ),
  },
  { name: "What for", cell: ({ description }) => <Untrusted text={description} max={120} /> },
  { name: "About", cell: ({ domain }) => domain ?? "the whole account" },
  { name: "Events", cell: ({ events }) => (events === null ? "all" : <Num value={events.length} />) },
  { name: "State", cell: (of) => <WebhookState of={of} /> },
  { name: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** The choices of a form. All events chosen means: those of later releases too. */
export function typedWebhook(form: FormFields, known: readonly WebhookEvent[]) {
  const chosen = known.map(({ type }) => type).filter((type) => form.all("events").includes(type));
  return {
    url: form.text("url"),
    description: form.text("description"),
    format: form.text("format") === "slack" ? ("slack" as const) : ("standard" as const),
    events: chosen.length === 0 || chosen.length >= known.length ? null : chosen,
  };
}

export interface WebhookTyped {
  url?: string | null;
  description?: string;
  format?: string;
  domain?: string | null;
  events?: readonly string[] | null;
}

/** The fields of a webhook. */
export function WebhookFields(props: { events: readonly WebhookEvent[]; typed: WebhookTyped; problem?: ApiProblem }) {
  const { events, typed, problem } = props;
  return (
    <>
      <Field
        label="Address"
        name="url"
        type="url"
        required
        value={typed.url}
        placeholder="https://hooks.example.com/crawlready"
        hint="https, on a public host."
        error={problem?.fieldMessage("url")}
      />
      <Field
        label="What for"
        name="description"
        value={typed.description}
        maxlength={200}
        error={problem?.fieldMessage("description")}
      />
      <Select label="Form" name="format" value={typed.format ?? "standard"} options={FORMATS} />
      <fieldset class="choices">
        <legend>Events</legend>
        <p class="hint">None chosen: all, also those of later releases.</p>
        {events.map(({ type, title, description }) => (
          <Checkbox
            label={title}
            name="events"
            value={type}
            checked={typed.events?.includes(type) ?? false}
            hint={description.replaceAll("`", "")}
          />
        ))}
      </fieldset>
    </>
  );
}

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
  { created, typed = {}, problem }: { created?: string; typed?: WebhookTyped; problem?: ApiProblem } = {},
) {
  const calls = webhookCalls(c);
  const [{ webhooks, limit }, { events }] = await Promise.all([calls.list(), calls.events()]);
  const scopes = [["", "The whole account"], ...c.var.domains.map(({ domain }) => [domain, domain] as const)] as const;
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
          <EmptyState title="No webhook yet">
            Your own programs, or a Slack channel, hear what happens. Add one below.
          </EmptyState>
        }
      />
      <p class="muted">
        <Num value={webhooks.length} /> of <Num value={limit} /> webhooks
      </p>
      <Card title="Add a webhook">
        {isOwner(c) ? (
          <Form action={webhooksPath()} problem={problem?.message}>
            <WebhookFields events={events} typed={typed} problem={problem} />
            <Select label="About" name="domain" value={typed.domain ?? ""} options={scopes} />
            <Button>Add it</Button>
          </Form>
        ) : (
          <OwnersMay what="add webhooks" />
        )}
      </Card>
    </AccountFrame>,
  );
}

/** Adds a webhook. The answer shows its secret at once, because it is shown only here. */
export async function createWebhookForm(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const calls = webhookCalls(c);
  const typed = { ...typedWebhook(form, (await calls.events()).events), domain: form.text("domain") };
  try {
    const { secret } = await calls.create({ ...typed, domain: typed.domain || null });
    return await webhooksPage(c, { created: secret });
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return webhooksPage(c, { typed, problem: error });
    throw error;
  }
}

export async function removeWebhookForm(c: OwnPageContext): Promise<Response> {
  const id = c.req.param("id") ?? "";
  return submit(c, {
    send: () => webhookCalls(c).remove(id),
    done: () => ({ to: webhooksPath(), text: "The webhook is removed." }),
    back: webhooksPath(id),
  });
}
