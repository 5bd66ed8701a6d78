import { page } from "../../server/page";
import type { PageContext } from "../../server/page-env";
import { ButtonLink } from "../../ui/form";
import { CopyText, EmptyState, Facts, PageHeader } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/table";
import { Fields, FieldLimits, DocsProse } from "./fields";
import {
  operationView,
  type AnswerView,
  type ContentView,
  type OperationView,
  type ParameterView,
} from "./operation-view";
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
            <DocsProse text={view.description} />
          </p>
        )}
        <Facts items={factsOf(view)} />
        <Parameters view={view} />
        <Body view={view} />
        <Calls view={view} />
        <h2 id="answers">{view.isEvent ? "What your endpoint answers" : "Answers"}</h2>
        {view.answers.map((answer) => (
          <Answer answer={answer} />
        ))}
        <Errors view={view} />
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
        us, to each endpoint that <a href="/docs/createWebhook">asked for it</a>
      </>
    ) : credentials.length === 0 ? (
      "none: everyone may call it"
    ) : (
      <ul class="plain-list">
        {credentials.map(({ name, place }) => (
          <li>
            <a href="/docs#credentials">{name}</a>: <DocsProse text={place} />
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
  { name: "FieldLimits", cell: ({ type }) => <FieldLimits type={type} /> },
  { name: "Meaning", cell: ({ description }) => <DocsProse text={description ?? ""} /> },
];

function Parameters({ view: { parameters, isEvent } }: { view: OperationView }) {
  if (parameters.length === 0) return null;
  const title = isEvent ? "Headers" : "Parameters";
  return (
    <>
      <h2 id="parameters">{title}</h2>
      <DataTable caption={title} columns={parameterColumns} rows={parameters} empty={null} />
    </>
  );
}

function Body({ view: { body, takesText } }: { view: OperationView }) {
  if (!body && !takesText) return null;
  return (
    <>
      <h2 id="body">Body</h2>
      {takesText && <p>The body is text, as described above.</p>}
      {body && (
        <>
          <p>
            <code>{body.mediaType}</code>, {body.required ? "required" : "may be left out"}.
          </p>
          <Fields type={body.type} />
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

function Answer({ answer: { status, description, headers, contents } }: { answer: AnswerView }) {
  return (
    <section class="card answer">
      <h3>
        {status === "default" ? "Any other status" : status} · <DocsProse text={description} />
      </h3>
      {contents.length === 0 && headers.length === 0 && <p class="muted">No body.</p>}
      {headers.length > 0 && (
        <ul class="members">
          {headers.map((header) => (
            <li>
              <div class="member-head">
                <code class="member-name">{header.name}</code> <span class="muted">header</span>
              </div>
              <p>
                <DocsProse text={header.description} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {contents.map((content) => (
        <>
          <p>
            <code>{content.mediaType === "*/*" ? "any type" : content.mediaType}</code>{" "}
            {content.type.name !== "string" && content.type.name !== "object" && content.mediaType !== "*/*" && (
              <span class="muted">{content.type.name}</span>
            )}
          </p>
          <Fields type={content.type} received />
          <Example content={content} />
        </>
      ))}
    </section>
  );
}

function Example({ content: { example, isSample } }: { content: ContentView }) {
  if (example === null) return null;
  return (
    <details class="fold" open={!isSample}>
      <summary>{isSample ? "Example, made from the types" : "Example"}</summary>
      <CopyText block text={example} name="the example" />
    </details>
  );
}

const errorColumns: Column<OperationView["errors"][number]>[] = [
  {
    name: "Code",
    heading: true,
    cell: ({ code }) => (
      <a href={`/docs/errors#${code}`}>
        <code>{code}</code>
      </a>
    ),
  },
  { name: "Status", cell: ({ status }) => status },
  { name: "Meaning", cell: ({ meaning }) => meaning },
];

function Errors({ view: { errors } }: { view: OperationView }) {
  if (errors.length === 0) return null;
  return (
    <>
      <h2 id="errors">Errors</h2>
      <DataTable caption="Errors" columns={errorColumns} rows={errors} empty={null} />
    </>
  );
}
