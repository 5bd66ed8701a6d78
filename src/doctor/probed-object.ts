import type { DurableObject } from "cloudflare:workers";
import { version } from "../../package.json";
import type { Bindings } from "../env";
import { MINUTE_MS, SECOND_MS } from "../lib/time/time";
import { deleteProbeObjects } from "./doctor-bucket";

/** The name of the object of each class that the doctor tries. No account, domain, webhook, host or pool is called so. */
export const DOCTOR = "doctor";

/** Where the object keeps its part of a checkup. */
const RECORD = "doctor";
/** An alarm is due this long after a probe begins. */
const RING_MS = SECOND_MS;
/** A checkup that does not end is over after this long. Until then, no other can begin. */
const BUSY_MS = 2 * MINUTE_MS;
/** What a checkup left behind is deleted after this long. */
const KEPT_MS = 10 * MINUTE_MS;

/** What the doctor's object of a class knows of a checkup. */
export interface ProbeRecord {
  id: string;
  begunAt: number;
  /** This object deletes what the whole checkup may have left in R2. */
  sweeps: boolean;
  rangAt: number | null;
  /** Queues whose message has arrived, by the names in wrangler.toml. */
  arrived: string[];
}

/** `busyMs`: another checkup is under way, for this long at most. */
export type ProbeStart = { at: number; version: string } | { busyMs: number };

/** What each class of objects can do for the doctor, in its object of the name `doctor` alone. */
export interface ProbedObject {
  /** Writes and reads the record, and sets an alarm. */
  beginProbe: (id: string, sweeps: boolean) => Promise<ProbeStart>;
  readProbe: () => ProbeRecord | null;
  /** Notes that a message of a checkup has arrived. One of an earlier checkup changes nothing. */
  noteArrival: (id: string, queue: string) => void;
  /** Deletes the object's storage and its alarm. */
  endProbe: () => Promise<void>;
}

type ObjectClass<T> = new (ctx: DurableObjectState, env: Bindings) => T;

/** The same class of Durable Objects, with an object that the doctor can try. All other objects stay as they are. */
export function probed<T extends DurableObject<Bindings>>(Base: ObjectClass<T>): ObjectClass<T & ProbedObject> {
  return class extends (Base as ObjectClass<DurableObject<Bindings>>) implements ProbedObject {
    async beginProbe(id: string, sweeps: boolean): Promise<ProbeStart> {
      this.#requireDoctor();
      const at = Date.now();
      const before = this.readProbe();
      if (before && before.id !== id && at < before.begunAt + BUSY_MS) return { busyMs: before.begunAt + BUSY_MS - at };
      const record: ProbeRecord = { id, begunAt: at, sweeps, rangAt: null, arrived: [] };
      this.ctx.storage.kv.put(RECORD, record);
      await this.ctx.storage.setAlarm(at + RING_MS);
      // Of a checkup that was killed. R2 is tried by a probe of its own.
      if (before?.sweeps) await deleteProbeObjects(this.env, before.id).catch(() => {});
      if (this.readProbe()?.id !== id) throw new Error("the object does not read what it wrote");
      return { at, version };
    }

    readProbe(): ProbeRecord | null {
      this.#requireDoctor();
      return this.ctx.storage.kv.get<ProbeRecord>(RECORD) ?? null;
    }

    noteArrival(id: string, queue: string): void {
      const record = this.readProbe();
      if (record?.id !== id || record.arrived.includes(queue)) return;
      this.ctx.storage.kv.put(RECORD, { ...record, arrived: [...record.arrived, queue] });
    }

    async endProbe(): Promise<void> {
      const record = this.readProbe();
      if (record?.sweeps) await deleteProbeObjects(this.env, record.id);
      await this.ctx.storage.deleteAlarm();
      await this.ctx.storage.deleteAll();
    }

    override async alarm(info?: AlarmInvocationInfo): Promise<void> {
      if (!this.#isDoctor()) return super.alarm?.(info);
      const record = this.readProbe();
      if (!record || record.rangAt !== null) return this.endProbe();
      this.ctx.storage.kv.put(RECORD, { ...record, rangAt: Date.now() });
      await this.ctx.storage.setAlarm(record.begunAt + KEPT_MS);
    }

    /** An object that an alarm wakes may not know its name. */
    #isDoctor(): boolean {
      const { id, storage } = this.ctx;
      return id.name === undefined ? storage.kv.get(RECORD) !== undefined : id.name === DOCTOR;
    }

    #requireDoctor(): void {
      if (!this.#isDoctor()) throw new Error("only the doctor's own object is probed");
    }
  } as unknown as ObjectClass<T & ProbedObject>;
}
