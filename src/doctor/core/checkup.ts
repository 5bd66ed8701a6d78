/** What a probe tries. */
export type DoctorPart =
  | "reach"
  | "database"
  | "schema"
  | "kv"
  | "bucket"
  | "object"
  | "alarm"
  | "queue"
  | "cron"
  | "browser"
  | "resolver"
  | "mail"
  | "provider"
  | "clock"
  | "release"
  | "plan";

/**
 * How a probe ended. `waits`: something has to arrive, which later reports of the checkup say. `untried`: it is not
 * configured, or trying it was not allowed.
 */
export type ProbeState = "works" | "fails" | "waits" | "untried";

/** One thing that was tried. */
export interface DoctorProbe {
  part: DoctorPart;
  /** The binding, the provider, or the part itself. */
  name: string;
  state: ProbeState;
  /** Why, as a word of `CAUSES` for this part; "" if it works. */
  reason: string;
  /** How long it took. */
  ms: number | null;
  /** One line of our own or of the platform, without secrets; "" for none. */
  detail: string;
}

/** What the service measured at once. */
export interface Checkup {
  id: string;
  /** The Worker's clock, epoch ms. */
  at: number;
  release: { version: string; deployment: string | null };
  /** Names of migrations: those that the database has, and those that the release brings. */
  migrations: { applied: string[]; known: string[] };
  /** Binding of a class → how many steps of its schema the release knows. */
  objectSchemas: Record<string, number>;
  settings: { plan: "free" | "paid"; siteRequestsPerJob: number; browserSecondsPerDay: number };
  probes: DoctorProbe[];
}

/** What has arrived since: names of probes whose state was `waits`. */
export interface Heard {
  id: string;
  /** The Worker's clock, epoch ms. */
  at: number;
  alarms: string[];
  queues: string[];
}
