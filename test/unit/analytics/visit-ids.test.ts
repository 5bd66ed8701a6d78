import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { VISIT_STEPS } from "../../../src/analytics/domain-visits/tables";
import { VisitStore } from "../../../src/analytics/domain-visits/visit-store";
import { upgradeObject } from "../../../src/db/object-schema";
import { objectStorage } from "../../support/object-storage.ts";

const TODAY = 20_780;
/** More merges than a store keeps ids of in memory. */
const MERGES = 40;

it("a visit that comes again after any number of merges and restarts is known", () => {
  const storage: DurableObjectStorage = objectStorage(new DatabaseSync(":memory:"));
  upgradeObject(storage, VISIT_STEPS);
  let store = new VisitStore(storage.sql);
  // Spread over all 64-bit numbers, as hashes are.
  const ids = Array.from({ length: MERGES * 5 }, (_, i) => ({
    key: String(BigInt.asIntN(64, BigInt(i + 1) * 0x9e3779b97f4a7c15n)),
    expiresDay: TODAY + 100,
  }));
  for (let merge = 0; merge < MERGES; merge++) {
    store.append(store.freshIds(ids.slice(merge * 5, merge * 5 + 5)), []);
    store.merge(0, TODAY);
    store = new VisitStore(storage.sql);
    expect(store.freshIds(ids).size).toBe(ids.length - (merge + 1) * 5);
  }
});
