import { ownFetch } from "../../../own-api";
import { page } from "../../server/page";
import type { PageContext } from "../../server/page-env";

interface Described {
  tags?: { name: string }[];
  paths: Record<string, Record<string, { summary?: string; tags?: string[] }>>;
}

interface ListedOperation {
  summary: string;
  method: string;
  path: string;
  tag: string;
}

/** The API's operations by what they do, in the document's order. */
export function operationsOf({ paths }: Described): Map<string, ListedOperation[]> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary = path, tags = [] }]) => {
      return { summary, method: method.toUpperCase(), path, tag: tags[0] ?? "Other" };
    }),
  );
  return Map.groupBy(operations, ({ tag }) => tag);
}

async function readDocument(c: PageContext): Promise<Described> {
  const fetchOwn = ownFetch({ request: c.req.raw, env: c.env, ctx: c.executionCtx as ExecutionContext });
  return (await fetchOwn(new URL("/openapi.json", c.req.url))).json<Described>();
}

/** `GET /docs`: the reader of the API's description. Where scripts don't run, the operations are listed. */
export async function docsPage(c: PageContext) {
  const groups = operationsOf(await readDocument(c));
  return page(
    c,
    { title: "API reference", indexed: true, full: true, scripts: ["reader"] },
    <>
      <openapi-explorer spec-url="/openapi.json" hide-server-selection="true">
        <h1 slot="overview-header">API reference</h1>
      </openapi-explorer>
      <noscript>
        <main class="frame">
          <p>
            Without scripts, this page lists what the API does; <a href="/openapi.json">/openapi.json</a> describes it
            in full.
          </p>
          {[...groups].map(([tag, operations]) => (
            <section>
              <h2>{tag}</h2>
              <ul>
                {operations.map(({ summary, method, path }) => (
                  <li>
                    {summary}{" "}
                    <code>
                      {method} {path}
                    </code>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </main>
      </noscript>
    </>,
  );
}
