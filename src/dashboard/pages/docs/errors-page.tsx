import { EXTRAS } from "../../../errors/extras";
import { ERRORS, type ErrorCode } from "../../../errors/table";
import { page } from "../../server/page";
import type { PageContext } from "../../server/page-env";
import { PageHeader } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";

const columns: Column<ErrorCode>[] = [
  { name: "Code", heading: true, cell: (code) => <code id={code}>{code}</code> },
  { name: "Status", cell: (code) => ERRORS[code].status },
  { name: "Meaning", cell: (code) => ERRORS[code].title },
  { name: "Further fields", cell: (code) => <Extras code={code} /> },
];

function Extras({ code }: { code: ErrorCode }) {
  return (
    <>
      {Object.entries(EXTRAS[code] ?? {}).map(([name, { description }]: [string, { description?: string }]) => (
        <div>
          <code>{name}</code>
          {description && `: ${description}`}
        </div>
      ))}
    </>
  );
}

/** `GET /docs/errors`: every error of the API. */
export function errorsPage(c: PageContext) {
  return page(
    c,
    { title: "Errors · API", indexed: true },
    <>
      <PageHeader
        title="Errors"
        back={{ href: "/docs", name: "API reference" }}
        lead="Programs decide by the code. The message says what is wrong and what to do, for people."
      />
      <DataTable caption="Errors" columns={columns} rows={Object.keys(ERRORS) as ErrorCode[]} empty={null} />
    </>,
  );
}
