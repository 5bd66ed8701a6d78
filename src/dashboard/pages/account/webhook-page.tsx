import { partView } from "../../ui/lists/list-view";
import { listState } from "../../server/list";
import { choiceOf } from "../../server/choice";
import { showOnce, takeSecret } from "../../server/flash";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { cleanText } from "../../../lib/text/strangers-text";
import { FilterForm } from "../../ui/lists/filter-form";
import { Button, Confirm, Form, Select } from "../../ui/form";
import { Duration, Num, Time } from "../../ui/format";
import { Badge, Card, EmptyState, Facts, PageHeader } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { isOwner } from "./frame";
import type { ShownDelivery } from "./webhook-types";
import { NewSecret, typedWebhook, WebhookFields, WebhookState } from "./webhooks";
import { appPath } from "../../../lib/hosts/page-paths";
import { shownHost } from "../../../lib/hosts/shown-host";

const STATES = ["waiting", "delivered", "failed"] as const;
const STATE_FILTER = [["", "Any"], ...STATES.map((each) => [each, each] as const)] as const;
const TONES = { waiting: "info", delivered: "good", failed: "bad" } as const;

const idOf = (c: OwnPageContext) => c.req.param("id") ?? "";

const columnsFor = (id: string): Column<ShownDelivery>[] => [
  {
    name: "Event",
    heading: true,
    cell: (of) => (
      <a href={appPath("account/webhooks/:id/deliveries/:delivery", { id, delivery: of.id })}>
        <Untrusted text={of.type} max={80} />
      </a>
    ),
  },
  { name: "Time", cell: ({ at }) => <Time at={at} /> },
  { name: "State", cell: ({ state }) => <Badge tone={TONES[state]}>{state}</Badge> },
  { name: "Attempts", number: true, cell: ({ attempts }) => <Num value={attempts} /> },
  {
    name: "Last response",
    cell: ({ lastStatus, lastError }) => lastStatus ?? <Untrusted text={lastError} max={120} />,
  },
  {
    name: "Next attempt",
    cell: ({ nextAt }) => (nextAt === null ? <span class="muted">none</span> : <Time at={nextAt} />),
  },
];

interface Shown {
  problem?: ApiProblem;
}

/** One webhook with its deliveries. */
export async function webhookPage(c: OwnPageContext, { problem }: Shown = {}) {
  const secret = takeSecret(c);
  const id = idOf(c);
  const { api } = c.var;
  const state = choiceOf(c.req.query("state"), STATES);
  const cursor = c.req.query("cursor");
  const query = { limit: 50, ...(state && { state }), ...(cursor && { cursor }) };
  const [of, { events }, { deliveries, nextCursor }] = await Promise.all([
    api.readWebhook({ path: { id } }),
    api.listEventTypes(),
    api.listDeliveries({ path: { id }, query }),
  ]);
  const here = appPath("account/webhooks/:id", { id });
  return page(
    c,
    { title: "Webhook", status: problem?.status },
    <>
      <PageHeader
        title={<Untrusted text={of.origin} max={100} />}
        back={{ href: appPath("account/webhooks"), name: "Webhooks" }}
        actions={
          <Form action={`${here}/test`}>
            <Button tone="plain">Send a test</Button>
          </Form>
        }
      />
      {secret && <NewSecret secret={secret} />}
      <Facts
        items={[
          ["State", <WebhookState of={of} />],
          ["About", of.domain === null ? "the whole account" : shownHost(of.domain)],
          ["Created", <Time at={of.createdAt} />],
          ...(of.previousSecretUntil === null
            ? []
            : [["The old secret works until", <Time at={of.previousSecretUntil} />] as const]),
        ]}
      />
      {isOwner(c) && (
        <Card title="Change it">
          <Form action={here} problem={problem?.message}>
            <WebhookFields events={events} typed={of} problem={problem} />
            <Button>Save</Button>
          </Form>
          <Form action={`${here}/switch`}>
            <Button tone="plain" name="enabled" value={of.disabledAt === null ? "no" : "yes"}>
              {of.disabledAt === null ? "Turn it off" : "Turn it on again"}
            </Button>
          </Form>
          <Confirm name="Create a new secret" action={`${here}/secret`}>
            Deliveries carry the signatures of both secrets for a day. Then the old one stops working.
          </Confirm>
          <Confirm name="Remove the webhook" action={`${here}/remove`}>
            Nothing more is sent to it, and its deliveries are deleted.
          </Confirm>
        </Card>
      )}
      <h2>Deliveries</h2>
      <FilterForm action={here}>
        <Select label="State" name="state" value={state ?? ""} options={STATE_FILTER} />
      </FilterForm>
      <DataTable
        caption="Deliveries, newest first"
        view={partView({ rows: deliveries, nextCursor }, columnsFor(id), listState(c, ["state"]))}
        empty={<EmptyState title="No deliveries">Send a test, or wait for an event.</EmptyState>}
      />
    </>,
  );
}

/** What was sent, and how the receiver responded. */
export async function deliveryPage(c: OwnPageContext) {
  const id = idOf(c);
  const of = await c.var.api.readDelivery({ path: { id, deliveryId: c.req.param("delivery") ?? "" } });
  return page(
    c,
    { title: "Delivery" },
    <>
      <PageHeader
        title={<Untrusted text={of.type} max={80} />}
        back={{ href: appPath("account/webhooks/:id", { id }), name: "Webhook" }}
        actions={
          <Form action={appPath("account/webhooks/:id/deliveries/:delivery/resend", { id, delivery: of.id })}>
            <Button tone="plain">Send it again</Button>
          </Form>
        }
      />
      <Facts
        items={[
          ["State", <Badge tone={TONES[of.state]}>{of.state}</Badge>],
          ["Attempts", <Num value={of.attempts} />],
          ["Last attempt", <Time at={of.lastAt} />],
          ["Response", of.lastStatus ?? <Untrusted text={of.lastError} max={300} />],
          ["Took", of.lastMs === null ? "–" : <Duration ms={of.lastMs} />],
          ["webhook-id", <code>{cleanText(of.id, 100)}</code>],
        ]}
      />
      <Card title="Sent">
        <pre tabindex={0}>{cleanText(of.body, 20_000)}</pre>
      </Card>
      <Card title="Response body">
        {of.answer === null ? <p>None.</p> : <pre tabindex={0}>{cleanText(of.answer, 1_024)}</pre>}
      </Card>
    </>,
  );
}

export async function changeWebhookForm(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const { api } = c.var;
  const asked = typedWebhook(form, (await api.listEventTypes()).events);
  return submit(c, {
    send: () => api.changeWebhook({ path: { id: idOf(c) }, body: asked }),
    done: () => ({ to: appPath("account/webhooks/:id", { id: idOf(c) }), text: "The webhook is saved." }),
    again: (problem) => webhookPage(c, { problem }),
  });
}

export async function switchWebhook(c: OwnPageContext): Promise<Response> {
  const enabled = (await readForm(c)).text("enabled") === "yes";
  return submit(c, {
    send: () => c.var.api.changeWebhook({ path: { id: idOf(c) }, body: { enabled } }),
    done: () => ({
      to: appPath("account/webhooks/:id", { id: idOf(c) }),
      text: enabled ? "The webhook is on." : "The webhook is off.",
    }),
    back: appPath("account/webhooks/:id", { id: idOf(c) }),
  });
}

export async function renewWebhookSecret(c: OwnPageContext): Promise<Response> {
  const id = idOf(c);
  const { secret } = await c.var.api.rotateWebhookSecret({ path: { id } });
  return showOnce(c, appPath("account/webhooks/:id", { id }), secret);
}

export function testWebhook(c: OwnPageContext): Promise<Response> {
  const id = idOf(c);
  return submit(c, {
    send: () => c.var.api.testWebhook({ path: { id } }),
    done: ({ deliveryId }) => ({
      to: appPath("account/webhooks/:id/deliveries/:delivery", { id, delivery: deliveryId }),
      text: "A test is on its way.",
    }),
    back: appPath("account/webhooks/:id", { id }),
  });
}

export function resendDelivery(c: OwnPageContext): Promise<Response> {
  const id = idOf(c);
  return submit(c, {
    send: () => c.var.api.resendDelivery({ path: { id, deliveryId: c.req.param("delivery") ?? "" } }),
    done: ({ deliveryId }) => ({
      to: appPath("account/webhooks/:id/deliveries/:delivery", { id, delivery: deliveryId }),
      text: "It is on its way again.",
    }),
    back: appPath("account/webhooks/:id", { id }),
  });
}
