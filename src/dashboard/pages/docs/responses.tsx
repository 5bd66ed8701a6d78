import { CopyText } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Fields, CodedText } from "./fields";
import type { ResponseView, ContentView, OperationView } from "./operation-view";

/** How an operation responds, or how the endpoint of an event has to. */
export function ResponseCards({ view: { isEvent, answers, headers } }: { view: OperationView }) {
  return (
    <>
      <h2 id="answers">{isEvent ? "How your endpoint responds" : "Responses"}</h2>
      {answers.map((answer) => (
        <Answer answer={answer} />
      ))}
      {headers.length > 0 && (
        <>
          <h3>Response headers</h3>
          <DataTable caption="Response headers" columns={headerColumns} rows={headers} empty={null} />
        </>
      )}
    </>
  );
}

const headerColumns: Column<OperationView["headers"][number]>[] = [
  { name: "Name", heading: true, cell: ({ name }) => <code>{name}</code> },
  {
    name: "Meaning",
    cell: ({ description }) => (
      <div>
        <CodedText text={description} />
      </div>
    ),
  },
];

function Answer({ answer: { status, description, contents } }: { answer: ResponseView }) {
  return (
    <section class="card answer">
      <h3>
        {status === "default" ? "Any other status" : status} · <CodedText text={description} />
      </h3>
      {contents.length === 0 && <p class="muted">No body.</p>}
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

/** An example to copy. One that nobody wrote is folded away. */
export function Example({ content: { example, isSample } }: { content: ContentView }) {
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

/** The errors of an operation, by code. */
export function ErrorTable({ view: { errors } }: { view: OperationView }) {
  if (errors.length === 0) return null;
  return (
    <>
      <h2 id="errors">Errors</h2>
      <DataTable caption="Errors" columns={errorColumns} rows={errors} empty={null} />
    </>
  );
}
