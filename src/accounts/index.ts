export type { Caller, CallerKind, KeyCaller, SessionCaller, StatsCaller } from "./core/caller";
export { limitsOf, PLAN_LIMITS, type Limits, type Plan } from "./core/plans";
export { authenticateKey, authenticateSession, authenticateStatsToken } from "./authenticate";
export { authorizeDomain, authorizeRow, reachesDomain } from "./authorize-domain";
export { isForeignWrite } from "./core/same-origin";
export { limitCaller } from "./limit-rate";
export { actorOf, recordAction, type Action } from "./record-action";
export {
  countDomains,
  dropDeletedDomain,
  findDomainById,
  findVerifiedDomain,
  isDeletedDomain,
  listDeletedDomains,
  type DomainRow,
} from "./domain-repo";
export { findAccount } from "./repo";
