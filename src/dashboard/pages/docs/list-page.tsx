import { page } from "../../server/page";
import type { PageContext } from "../../server/page-env";
import { Button, ButtonLink, Field, Form } from "../../ui/form";
import { EmptyState, PageHeader } from "../../ui/panels";
import { fitsSearch, type ListedOperation } from "./described";
import { ApiIntroduction } from "./introduction";
import { readReference } from "./read-reference";

/** `GET /docs`: how to call the API, and what it does. */
export async function docsPage(c: PageContext) {
  const { api, operations } = await readReference(c);
  const search = (c.req.query("q") ?? "").trim().slice(0, 100);
  const fitting = new Set(operations.filter((each) => fitsSearch(textOf(each), search)));
  return page(
    c,
    { title: "API reference", indexed: true, scripts: ["filter-list"] },
    <>
      <PageHeader
        title="API reference"
        lead={`Version ${api.info.version}. What the API does, in ${operations.length} operations and events.`}
        actions={
          <>
            <ButtonLink href="#operations">What it does</ButtonLink>
            <ButtonLink href="/openapi.json">OpenAPI document</ButtonLink>
          </>
        }
      />
      <ApiIntroduction api={api} baseUrl={new URL(c.req.url).origin} />
      <div data-filter>
        <h2 id="operations" class="area-title">
          What it does
        </h2>
        <Form method="get" action="/docs" row>
          <Field
            label="Search"
            name="q"
            type="search"
            value={search}
            maxlength={100}
            placeholder="audit, cache, key …"
          />
          <Button>Search</Button>
        </Form>
        <p class="hint" role="status" data-filter-count>
          {search !== "" && `${fitting.size} of ${operations.length}`}
        </p>
        {[...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, members]) => (
          <Area tag={tag} members={members} fitting={fitting} />
        ))}
        <div data-filter-empty hidden={fitting.size > 0}>
          <EmptyState title="No matches" action={<ButtonLink href="/docs#operations">All operations</ButtonLink>}>
            Search for what an operation does, or for a part of its path.
          </EmptyState>
        </div>
      </div>
    </>,
  );
}

/** What the search looks at; browser/filter-list.ts sees the same. */
const textOf = ({ id, summary, method, path, tag }: ListedOperation) => [summary, method, path, id, tag].join(" ");

interface AreaProps {
  tag: string;
  members: ListedOperation[];
  fitting: ReadonlySet<ListedOperation>;
}

function Area({ tag, members, fitting }: AreaProps) {
  return (
    <section class="card area" data-filter-group hidden={!members.some((each) => fitting.has(each))}>
      <h3>{tag}</h3>
      <ul>
        {members.map((each) => (
          <li data-filter-item={`${each.id} ${tag}`} hidden={!fitting.has(each)}>
            <a href={`/docs/${each.id}`}>{each.summary}</a>{" "}
            <code>{each.path === "" ? each.id : `${each.method} ${each.path}`}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
