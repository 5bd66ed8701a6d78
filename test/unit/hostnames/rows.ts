import type { HostnameRow, RemoteHostname } from "../../../src/hostnames/core/remote";

export const NOW = 1_800_000_000_000;

/** A hostname that nothing was done for. */
export const ROW: HostnameRow = {
  hostname: "www.shop.dev",
  accountId: "a",
  unwanted: false,
  state: "queued",
  cloudflareId: null,
  isOurs: null,
  triedFrom: null,
  triedUntil: null,
  records: null,
  problems: null,
  hostnameStatus: null,
  certificateStatus: null,
  looks: 0,
  failures: 0,
  asked: false,
  notBefore: 0,
  checkedAt: null,
  changedAt: null,
};

/** The same at Cloudflare, just created. */
export const REMOTE: RemoteHostname = {
  id: "ch1",
  hostname: "www.shop.dev",
  createdAt: NOW,
  hostnameStatus: "pending",
  certificateStatus: "pending_validation",
  records: [],
  problems: [],
};
