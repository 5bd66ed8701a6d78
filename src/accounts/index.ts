export type { Caller, CallerKind, SessionCaller } from "./core/caller";
export { limitsOf, type Limits } from "./core/plans";
export { DOMAIN_ERRORS } from "./domain-errors";
export { authorizeDomain, authorizeRow, reachesDomain } from "./authorize-domain";
export { addressOf } from "./throttle-sign-in";
export { authenticateVisitor } from "./authenticate-key";
export { isForeignWrite, isLocalHost } from "./core/same-origin";
export { foreignSitemap, knownSitemaps } from "./known-sitemaps";
export { knowCaller } from "./known-caller";
export { limitCaller, limitRate } from "./limit-rate";
export { requireCaller, type CallerEnv } from "./middleware/require-caller";
export { requireSession, type SessionEnv } from "./middleware/require-session";
export { logIfChanged, runLogged, type ActionRow } from "./action-repo";
export { actionRow, actorOf, recordAction } from "./record-action";
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
} from "./domain-repo";
export { ownDomain } from "./own-domain";
export { openAccess, sealAccess } from "./access-seal";
export type { AuditAccess, AuditScope } from "./audit-settings";
export { copyHost, copyRemovedHost } from "./copy-host";
export type { RenderRule, StoredRenderRule } from "./render-rule";
export { presentRules, sealRules, unsealHeaders } from "./seal-rules";
export type { HostRow } from "./host-row";
export { hostRowOf, readHostCopy, writeHostCopy } from "./host-store";
export { dropDeletedAccounts } from "./delete-account";
export { exportAccount, exportLog, type AccountExport } from "./export-account";
export { findAccount } from "./repo";
export { refuseSpending, type SpendingRefusal } from "./core/spending";
export { hasProvenEmail, mayCost, spendingFacts } from "./spending-repo";
export { beginOwnershipChecks, checkOwnership, sweepOwnership } from "./check-ownership";
export { listReleased, releasedAtOf, settleRelease } from "./ownership-repo";
export { sendReleased } from "./release-domain";
export { openUpkeep, servedDomains, servedShards, settleUpkeep, upkeepShards, type UpkeepTick } from "./upkeep-repo";
