import type { SimulatedService } from "../platform/service";
import type { World } from "../world";

/** One world's work, and what is promised about it. */
export interface Simulation {
  service: SimulatedService;
  /** After how many steps it is stuck in a loop, if not as most. */
  mostSteps?: number;
  /** Whether a promise is broken, after every step. @throws Broken */
  check: () => void;
  /** How long faults happen, ms. */
  faultsMs: number;
  /** How long the service may take to finish once faults have ended, ms. */
  settlesMs: number;
  /** What the crons do in this time, every 15 minutes. */
  tick: () => void;
  /** Whether everything has ended. */
  isSettled: () => boolean;
  /** What must hold once everything has ended. @throws Broken */
  end: () => Promise<void>;
}

export type Area = (world: World) => Simulation;
