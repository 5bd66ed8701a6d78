export type { Caller, CallerKind, SessionCaller } from "./core/caller";
export { limitsOf, type Limits } from "./core/plans";
export { authenticateKey, authenticateKeyOrRecall, authenticateSession, authenticateStatsToken } from "./authenticate";
export { authorizeDomain, authorizeRow, reachesDomain } from "./authorize-domain";
export { isForeignWrite } from "./core/same-origin";
export { limitCaller } from "./limit-rate";
export { actorOf, recordAction } from "./record-action";
export {
  countDomains,
  dropDeletedDomain,
  findDomainById,
  findVerifiedDomain,
  isDeletedDomain,
  listDuePurges,
  postponePurges,
  type DomainRow,
} from "./domain-repo";
export { copyHost, copyRemovedHost } from "./copy-host";
export { readHostCopy, writeHostCopy, type HostRow } from "./host-store";
export { findAccount } from "./repo";
