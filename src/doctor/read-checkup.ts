import type { Bindings } from "../env";
import type { Heard } from "./core/checkup";
import { doctorOf, OBJECT_BINDINGS, RECORD_KEEPER } from "./probe-object";

/** What has arrived since the checkup began; null: none is under way. An object that does not answer has not rung. */
export async function readCheckup(env: Bindings, now: number): Promise<Heard | null> {
  const records = await Promise.all(
    OBJECT_BINDINGS.map(async (binding) => {
      const record =
        env[binding] &&
        (await doctorOf(env, binding)
          .readProbe()
          .catch(() => null));
      return { binding, record: record ?? null };
    }),
  );
  const keeper = records.find(({ binding }) => binding === RECORD_KEEPER)?.record;
  if (!keeper) return null;
  const rang = records.filter(({ record }) => record?.id === keeper.id && record.rangAt !== null);
  return { id: keeper.id, at: now, alarms: rang.map(({ binding }) => binding), queues: keeper.arrived };
}
