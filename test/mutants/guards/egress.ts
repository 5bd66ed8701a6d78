import type { GuardMutant } from "./guard-mutant.ts";

const EGRESS = "src/web/fetch/egress.ts";
const EGRESS_TESTS = ["test/unit/web/fetch/egress.test.ts"];
const REQUEST_RULES = "src/prerender/core/pages/request-rules.ts";
const REQUEST_TESTS = ["test/unit/prerender/core/pages/page-rules.test.ts"];
const CREDENTIALS = "src/prerender/serve/service-credentials.ts";
const CREDENTIAL_TESTS = ["test/unit/prerender/serve/service-credentials.test.ts"];

/** What may be requested, and which headers leave with it. */
export const EGRESS_GUARDS: readonly GuardMutant[] = [
  {
    guard: "no request by another scheme",
    file: EGRESS,
    find: `if (url.protocol !== "http:" && url.protocol !== "https:") return "scheme";`,
    replace: "",
    tests: EGRESS_TESTS,
  },
  {
    guard: "no request with a user name and password",
    file: EGRESS,
    find: `if (hasCredentials(url)) return "credentials";`,
    replace: "",
    tests: EGRESS_TESTS,
  },
  {
    guard: "no request to a host that is not the customer's",
    file: EGRESS,
    find: `if (!rules.hosts.has(url.host) && rules.anyPublicHost !== true) return "foreign_host";`,
    replace: "",
    tests: EGRESS_TESTS,
  },
  {
    guard: "no request to a private address",
    file: EGRESS,
    find: `if (isPrivateIp(url.hostname) !== null) return "ip_literal";`,
    replace: "",
    tests: EGRESS_TESTS,
  },
  {
    guard: "no request to another port",
    file: EGRESS,
    find: `if (url.port !== "") return "port";`,
    replace: "",
    tests: EGRESS_TESTS,
  },
  {
    guard: "no request to a local name",
    file: EGRESS,
    find: `LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix))`,
    replace: "false",
    tests: EGRESS_TESTS,
  },
  {
    guard: "a site's secret headers go to the site only",
    file: EGRESS,
    find: "return access?.origins.has(address.origin) ? access.headers : {};",
    replace: "return address && access ? access.headers : {};",
    tests: EGRESS_TESTS,
  },
  {
    guard: "a site's secret headers are not sent over plain http",
    file: EGRESS,
    find: `if (behind && (behind.protocol === "https:" || home.protocol === "http:")) origins.add(behind.origin);`,
    replace: "if (behind) origins.add(behind.origin);",
    tests: EGRESS_TESTS,
  },
  {
    guard: "a rule's headers go to the page's own origin only",
    file: REQUEST_RULES,
    find: "...(isOwn && request.foreignFrame !== true && rules?.headers),",
    replace: "...(request.foreignFrame !== true && rules?.headers),",
    tests: REQUEST_TESTS,
  },
  {
    guard: "a rule's headers are not sent for a frame of another origin",
    file: REQUEST_RULES,
    find: "...(isOwn && request.foreignFrame !== true && rules?.headers),",
    replace: "...(isOwn && rules?.headers),",
    tests: REQUEST_TESTS,
  },
  {
    guard: "a rendered page requests nothing at private addresses",
    file: REQUEST_RULES,
    find: `return refusePrivateHost(url, rules.allowPrivateHosts) === null ? null : "private_host";`,
    replace: "return null;",
    tests: REQUEST_TESTS,
  },
  {
    guard: "a rendered page opens sockets to its own site only",
    file: REQUEST_RULES,
    find: `return rules.ownHosts.has(URL.parse(address)?.host ?? "") ? null : "foreign_socket";`,
    replace: "return null;",
    tests: REQUEST_TESTS,
  },
  {
    guard: "a rendered page requests nothing after its render",
    file: REQUEST_RULES,
    find: `if (rules === null) return "over";
  if (request.url.length`,
    replace: `if (rules === null) return null;
  if (request.url.length`,
    tests: REQUEST_TESTS,
  },
  {
    guard: "an origin gets no key of this service in its headers",
    file: CREDENTIALS,
    find: "for (const name of KEY_HEADERS) headers.delete(name);",
    replace: "",
    tests: CREDENTIAL_TESTS,
  },
  {
    guard: "an origin gets no key of this service as authorization",
    file: CREDENTIALS,
    find: "if (hasKey(value) || hasKey(basicCredentials(value))) headers.delete(name);",
    replace: "",
    tests: CREDENTIAL_TESTS,
  },
  {
    guard: "an origin gets no session of this service",
    file: CREDENTIALS,
    find: "const open = all.filter((cookie) => !SESSION_COOKIE.test(cookie));",
    replace: "const open = all.filter((cookie) => cookie !== cookies);",
    tests: CREDENTIAL_TESTS,
  },
  {
    guard: "a run with its own headers shares no image with other runs",
    file: "src/audit/crawl/fetch/share-images.ts",
    find: "this.shares = rules.access === undefined && rules.via === null;",
    replace: "this.shares = true;",
    tests: ["test/unit/audit/share-images.test.ts"],
  },
  {
    guard: "a sealed text opens only for its owner",
    file: "src/lib/crypto/seal.ts",
    find: "additionalData: new TextEncoder().encode(owner),",
    replace: "additionalData: new TextEncoder().encode(owner && ''),",
    tests: ["test/unit/prerender/core/render-rules.test.ts"],
  },
];
