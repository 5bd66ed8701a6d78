import { page } from "../../server/page";
import type { PageContext } from "../../server/page-env";
import { ButtonLink } from "../../ui/form";
import { CopyText, EmptyState, Facts, PageHeader } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { ResponseCards, ErrorTable, Example } from "./responses";
import { Fields, ValueLimits, CodedText } from "./fields";
import { operationView, type OperationView, type ParameterView } from "./operation-view";
import { ReferenceNav } from "./reference-nav";
import { readReference } from "./read-reference";

/** `GET /docs/<operation id>`: everything about one operation, or one event. */
export async function operationPage(c: PageContext) {
  const { api, operations } = await readReference(c);
  const id = c.req.param("id") ?? "";
  const operation = operations.find((each) => each.id === id);
  if (!operation) return noSuchOperation(c);
  const view = operationView(api, operation, new URL(c.req.url).origin);
  return page(
    c,
    { title: `${view.summary} · API`, indexed: true },
    <div class="reference">
      <article>
        <PageHeader
          title={view.summary}
          back={{ href: "/docs", name: "API reference" }}
          lead={
            <span class="call-line">
              <span class="method">{view.method}</span> <code>{view.path || "the address of your endpoint"}</code>
            </span>
          }
        />
        {view.description && (
          <p>
            <CodedText text={view.description} />
          </p>
        )}
        <Facts items={factsOf(view)} />
        <Parameters view={view} />
        <RequestBody view={view} />
        <Calls view={view} />
        <ResponseCards view={view} />
        <ErrorTable view={view} />
      </article>
      <ReferenceNav operations={operations} current={operation} />
    </div>,
  );
}

function noSuchOperation(c: PageContext) {
  return page(
    c,
    { title: "No such operation", status: 404 },
    <>
      <h1 class="visually-hidden">No such operation</h1>
      <EmptyState title="The API has no such operation" action={<ButtonLink href="/docs">API reference</ButtonLink>}>
        Operations are named by their ids, such as startAudit. The reference lists them all.
      </EmptyState>
    </>,
  );
}

const factsOf = ({ id, isEvent, credentials }: OperationView) => [
  [isEvent ? "Event" : "Operation", <code>{id}</code>] as const,
  [
    isEvent ? "Sent by" : "Credentials",
    isEvent ? (
      <>
        us, to each endpoint that <a href="/docs/createWebhook">subscribed to it</a>
      </>
    ) : credentials.length === 0 ? (
      "none: anyone may call it"
    ) : (
      <ul class="plain-list">
        {credentials.map(({ name, place }) => (
          <li>
            <a href="/docs#credentials">{name}</a>: <CodedText text={place} />
          </li>
        ))}
      </ul>
    ),
  ] as const,
];

const parameterColumns: Column<ParameterView>[] = [
  { name: "Name", heading: true, cell: ({ name }) => <code>{name}</code> },
  { name: "Where", cell: ({ where }) => where },
  { name: "Required", cell: ({ required }) => (required ? "yes" : "no") },
  { name: "Type", cell: ({ type }) => type.name },
  { name: "Limits", cell: ({ type }) => <ValueLimits type={type} /> },
  {
    name: "Meaning",
    cell: ({ description }) => (
      <div>
        <CodedText text={description ?? ""} />
      </div>
    ),
  },
];

function Parameters({ view: { parameters, isEvent } }: { view: OperationView }) {
  if (parameters.length === 0) return null;
  const title = isEvent ? "Headers" : "Parameters";
  const areLimited = parameters.some(({ type }) => type.limits.length + type.values.length > 0);
  const columns = parameterColumns.filter(({ name }) => areLimited || name !== "Limits");
  return (
    <>
      <h2 id="parameters">{title}</h2>
      <DataTable caption={title} columns={columns} rows={parameters} empty={null} />
    </>
  );
}

function RequestBody({ view: { body, takesText, isEvent } }: { view: OperationView }) {
  if (!body && !takesText) return null;
  return (
    <>
      <h2 id="body">Body</h2>
      {takesText && <p>The body is text, as described above.</p>}
      {body && (
        <>
          <p>
            <code>{body.mediaType}</code>
            {!isEvent && (body.required ? ", required" : ", may be left out")}.
          </p>
          <Fields type={body.type} received={isEvent} />
          <Example content={body} />
        </>
      )}
    </>
  );
}

function Calls({ view: { curl, client, needsSession } }: { view: OperationView }) {
  if (curl === null) return null;
  return (
    <>
      <h2 id="call">Call it</h2>
      <h3>With curl</h3>
      <CopyText block text={curl} name="the command" />
      {needsSession && (
        <p class="hint">
          <a href="/docs/signIn">Sign in</a> first: its command writes the session to cookies.txt.
        </p>
      )}
      {client !== null && (
        <>
          <h3>
            With the <a href="/docs#client">typed client</a>
          </h3>
          <CopyText block text={client} name="the call" />
          {needsSession && (
            <p class="hint">
              Give the client the session's cookie: <code>{"createClient({ baseUrl, headers: { cookie } })"}</code>.
            </p>
          )}
        </>
      )}
    </>
  );
}
