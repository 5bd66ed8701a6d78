import type { Bindings } from "../../env";
import { objectStub, type ObjectStub } from "../../lib/platform/object-stub";
import type { SnapshotIndex } from "./snapshot-index.do";

/** The object with the index of a domain's cache. */
export function indexOf(env: Pick<Bindings, "SNAPSHOT_INDEX">, domainId: string): ObjectStub<SnapshotIndex> {
  return objectStub(env.SNAPSHOT_INDEX, domainId);
}
