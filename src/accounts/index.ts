export { linkOrigin } from "./core/domains/link-origin";
export { domainsOf, type Caller, type CallerKind, type RequestCaller, type SessionCaller } from "./core/caller";
export { limitsOf, PLANS, type Limits, type Plan } from "./core/plans";
export { challenge } from "./core/connections/challenge";
export { scopeOfRequest } from "./core/connections/scopes";
export { DOMAIN_ERRORS } from "./domains/domain-errors";
export { authorizeDomain, authorizeRow, reachesDomain } from "./callers/authorize-domain";
export { sendNotice } from "./mail-links/mail-link";
export { addressOf } from "./throttle/throttle-sign-in";
export { authenticateVisitor } from "./callers/authentication";
export { isForeignWrite, isLocalHost } from "./core/same-origin";
export { foreignSitemap, isBeyondReach, knownSitemaps, type KnownSitemaps } from "./domains/known-sitemaps";
export { knowCaller } from "./callers/known-caller";
export { systemCaller } from "./callers/system-caller";
export { limitCaller, limitRate } from "./throttle/limit-rate";
export { limitWrongToken } from "./middleware/limit-operator";
export { requireCaller, type CallerEnv } from "./middleware/require-caller";
export { requireSession, type SessionEnv } from "./middleware/require-session";
export { logIfChanged, runLogged, type ActionRow } from "./repo/actions";
export { actionRow, actorOf, recordAction } from "./repo/record-action";
export {
  countDomains,
  dropDeletedDomain,
  findDomainById,
  findVerifiedDomain,
  isDeletedDomain,
  listDomains,
  listDuePurges,
  postponePurges,
  type DomainRow,
} from "./repo/domains";
export { COOKIE_PREFIX } from "./sessions/open-auth";
export { ownDomain, routeCrawlers } from "./domains/own-domain";
export { wakeHostnames } from "./domains/wish-hostname";
export { openAccess, sealAccess } from "./settings/access-seal";
export type { AuditAccess, AuditScope } from "./settings/audit-settings";
export { copyHost, copyRemovedHost } from "./domains/copy-host";
export {
  LONGEST_ROUTED_PATH,
  MOST_ROUTED_PATHS,
  ROUTED_KINDS,
  ROUTER_ACTIONS,
  type CrawlRouter,
  type RoutedKind,
  type RouterAction,
} from "./core/domains/crawl-router";
export type { RenderRule, StoredRenderRule } from "./settings/render-rule";
export { presentRules, sealRules, unsealHeaders } from "./settings/seal-rules";
export type { HostRow } from "./domains/host-row";
export { hostRowOf, readHostCopy, writeHostCopy } from "./domains/host-kv";
export { dropDeletedAccounts } from "./account/delete-account";
export { exportAccount, exportLog, type AccountExport } from "./account/export-account";
export { exportDomains } from "./domains/page-domains";
export { findAccount } from "./repo/accounts";
export { refuseSpending, type SpendingRefusal } from "./core/spending";
export { hasProvenEmail, mayCost, spendingFacts } from "./repo/spending";
export { beginOwnershipChecks, checkOwnership, sweepOwnership } from "./domains/check-ownership";
export { listReleased, releasedAtOf, settleRelease } from "./repo/ownership";
export { sendReleased } from "./domains/release-domain";
export { openUpkeep, servedDomains, servedShards, settleUpkeep, upkeepShards, type UpkeepTick } from "./repo/upkeep";
