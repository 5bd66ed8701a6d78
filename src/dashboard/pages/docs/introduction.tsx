import { Card, CopyText, Facts } from "../../ui/panels";
import type { DescribedApi } from "./described";
import { CodedText } from "./fields";
import { credentialView } from "./operation-view";

const ERROR = JSON.stringify(
  { error: "domain_not_owned", message: "Your account has no such verified domain.", requestId: "…" },
  null,
  2,
);

const clientSetup = (baseUrl: string) => `import { createClient } from "crawlready/client";

const crawlready = createClient({ baseUrl: "${baseUrl}", key: "crk_your-key" });`;

/** What every caller has to know. */
export function ApiIntroduction({ api, baseUrl }: { api: DescribedApi; baseUrl: string }) {
  const schemes = Object.entries(api.components.securitySchemes);
  return (
    <div class="intro">
      <Card title="First call" id="start">
        <p>
          All paths start at <code>{baseUrl}</code>. Programs send an API key, which{" "}
          <a href="/docs/issueApiKey">your account issues</a>, in <code>x-service-api-key</code>. Request and response
          bodies are JSON unless an operation says otherwise.
        </p>
        <CopyText
          block
          text={`curl '${baseUrl}/api/seo-spider/runs?limit=5' \\\n  -H 'x-service-api-key: crk_your-key'`}
          name="the first call"
        />
      </Card>
      <Card title="Typed client" id="client">
        <p>For TypeScript and JavaScript. Each operation is a method named by its id.</p>
        <CopyText block text={clientSetup(baseUrl)} name="the set-up of the client" />
      </Card>
      <Card title="Credentials" id="credentials">
        <p>Each operation says which of these it accepts.</p>
        <Facts
          items={schemes.map(([id, scheme]) => {
            const { name, place, description } = credentialView(id, scheme);
            return [
              name,
              <>
                <CodedText text={place} />. <CodedText text={description} />
              </>,
            ];
          })}
        />
      </Card>
      <Card title="Errors, limits and lists" id="errors">
        <p>
          An error has a status and this body. Programs decide by <code>error</code>:{" "}
          <a href="/docs/errors">all codes and their meaning</a>.
        </p>
        <CopyText block text={ERROR} name="the error" />
        <p>
          Each key, session and stats token has its own number of requests per minute, which the plan sets. Over it, the
          response is 429, and <code>Retry-After</code> says how many seconds to wait.
        </p>
        <p>
          Unknown query parameters are refused, so that a typo can't go unnoticed. Unknown fields of bodies are ignored.
        </p>
        <p>
          Long lists come in parts of at most <code>limit</code> items. Pass <code>nextCursor</code> of one part as{" "}
          <code>cursor</code> to read the next, until it is null.
        </p>
      </Card>
    </div>
  );
}
