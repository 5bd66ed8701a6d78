/**
 * Every error the API can answer with: code → HTTP status and title.
 * The OpenAPI document, docs/errors.md and the error page are made from this table.
 */
export const ERRORS = {
  invalid_request: { status: 400, title: "The request does not match the schema" },
  invalid_json: { status: 400, title: "The body is not JSON" },
  invalid_urls: { status: 400, title: "A seed URL is invalid or not on the target domain" },
  no_sitemap: { status: 400, title: "No sitemap is known or was found" },
  too_many_paths: { status: 400, title: "The request names more paths than one call takes" },
  invalid_api_key: { status: 401, title: "The API key, session or token is missing or invalid" },
  invalid_credentials: { status: 401, title: "The email or the password is wrong" },
  plan_required: { status: 403, title: "API keys need a higher plan" },
  domain_not_owned: { status: 403, title: "The domain is not a verified domain of the account" },
  no_seo_spider_access: { status: 403, title: "The plan has no access to audits" },
  on_demand_limit_reached: { status: 403, title: "The month's on-demand audits are used up" },
  max_pages_per_month_limit_reached: { status: 403, title: "The month's audited pages are used up" },
  api_key_domain_scope_mismatch: { status: 403, title: "The credential is limited to another domain" },
  domain_access_forbidden: { status: 403, title: "The member has no access to this domain" },
  cross_origin_request: { status: 403, title: "The write does not come from a page of the service" },
  domain_limit_reached: { status: 403, title: "The plan's domains are used up" },
  not_found: { status: 404, title: "Nothing is served at this path" },
  run_not_found: { status: 404, title: "The audit run does not exist" },
  account_not_found: { status: 404, title: "The account does not exist" },
  method_not_allowed: { status: 405, title: "The path does not take this method" },
  run_already_active: { status: 409, title: "An audit of this domain is already running" },
  domain_taken: { status: 409, title: "The domain is already in use" },
  email_taken: { status: 409, title: "A user with this email exists" },
  payload_too_large: { status: 413, title: "The body is larger than 1 MiB" },
  unsupported_media_type: { status: 415, title: "The body is not declared as JSON" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal_error: { status: 500, title: "Something went wrong on our side" },
  sitemap_unreachable: { status: 502, title: "The sitemap could not be read" },
  origin_unreachable: { status: 502, title: "The site did not answer" },
  sessions_unavailable: { status: 503, title: "Sessions are not set up: AUTH_SECRET is missing" },
  loop_detected: { status: 508, title: "The request came back to the service it started from" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;
