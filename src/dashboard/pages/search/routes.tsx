import { shownHost } from "../../../lib/hosts/shown-host";
import { Hono } from "hono";
import { page } from "../../server/page";
import type { OwnPageContext, PageEnv } from "../../server/page-env";
import { ApiProblem, type NamedDomain } from "../../server/read";
import { countWords } from "../../ui/count-words";
import { Button, ButtonLink, Field, Form, Select } from "../../ui/form";
import { EmptyState, Notice, PageHeader } from "../../ui/panels";
import { Untrusted } from "../../ui/untrusted";
import { MAX_QUERY } from "./fittest";
import { findAll, type Group } from "./find";
import { appPath } from "../../../lib/hosts/page-paths";

/** Domains that the form offers, as the menu of domains does. */
const MAX_OPTIONS = 50;

/** The domain whose pages are searched: the chosen one of the reader's own, or the only one. */
function chosenDomain(c: OwnPageContext): NamedDomain | null {
  const { domains } = c.var;
  const asked = c.req.query("domain");
  return domains.find(({ domain }) => domain === asked) ?? (domains.length === 1 ? domains[0]! : null);
}

/** `/app/search?q=&domain=`. browser/search.ts shows `[data-search-results]` in a box over other pages. */
export const searchPages = new Hono<PageEnv>().get("/", async (c) => {
  const search = (c.req.query("q") ?? "").slice(0, MAX_QUERY).trim();
  const domain = chosenDomain(c);
  const groups = search === "" ? null : await findAll(c, search, domain);
  return page(
    c,
    { title: "Search" },
    <>
      <PageHeader title="Search" lead="Domains, pages, issues, prompts, settings and the API reference." />
      <Form action={appPath("search")} method="get" row>
        <Field label="Search for" name="q" type="search" required value={search} maxlength={MAX_QUERY} />
        <DomainChoice domains={c.var.domains} chosen={domain} />
        <Button>Search</Button>
      </Form>
      <div class="results" data-search-results>
        {groups === null ? <Teach domain={domain} /> : <Results groups={groups} search={search} domain={domain} />}
      </div>
    </>,
  );
});

function DomainChoice({ domains, chosen }: { domains: readonly NamedDomain[]; chosen: NamedDomain | null }) {
  if (domains.length < 2) return null;
  const offered = new Set([...domains.slice(0, MAX_OPTIONS), ...(chosen ? [chosen] : [])]);
  return (
    <Select
      label="Pages, issues and prompts of"
      name="domain"
      value={chosen?.domain ?? ""}
      options={[["", "No domain"], ...[...offered].map(({ domain }) => [domain, shownHost(domain)] as const)]}
    />
  );
}

const Teach = ({ domain }: { domain: NamedDomain | null }) => (
  <EmptyState title="What are you looking for?">
    Type a part of it: a path such as /pricing, an issue such as title, words of a prompt, a setting such as webhooks,
    or what the API does, such as audit.{" "}
    {domain
      ? `Pages, issues and prompts are those of ${shownHost(domain.domain)}.`
      : "Choose a domain to find its pages, too."}
  </EmptyState>
);

function Results({ groups, search, domain }: { groups: Group[]; search: string; domain: NamedDomain | null }) {
  const shown = groups.filter(({ hits }) => hits instanceof ApiProblem || hits.length > 0);
  const count = groups.reduce((sum, { hits }) => sum + (hits instanceof ApiProblem ? 0 : hits.length), 0);
  if (shown.length === 0)
    return (
      <EmptyState
        title="Nothing found"
        picture="list"
        action={domain && <ButtonLink href={appPath("search", { domain: domain.domain })}>Search again</ButtonLink>}
      >
        Nothing of yours has all the words of “
        <Untrusted text={search} max={MAX_QUERY} />
        ”. Try fewer or shorter ones.
        {!domain && " Choose a domain to find its pages, issues and prompts, too."}
      </EmptyState>
    );
  return (
    <>
      <p class="hint" role="status">
        {countWords(count, "result", "results")}
      </p>
      {shown.map((group) => (
        <ResultGroup {...group} />
      ))}
    </>
  );
}

const ResultGroup = ({ name, hits }: Group) => (
  <section class="result-group">
    <h2>{name}</h2>
    {hits instanceof ApiProblem ? (
      <Notice kind="warn">{hits.message}</Notice>
    ) : (
      <ul>
        {hits.map(({ title, note, href }) => (
          <li>
            <a href={href}>
              <Untrusted text={title} max={160} />
              {note && (
                <span class="result-note">
                  {" "}
                  <Untrusted text={note} max={100} />
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    )}
  </section>
);
