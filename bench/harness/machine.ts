import os from "node:os";

export interface Machine {
  cpu: string;
  cores: number;
  memoryGb: number;
  system: string;
  node: string;
}

/** Processes that ran or waited for a core, as an average over a minute: see uptime(1). The benchmark's own are among them. */
export interface Load {
  before: number;
  median: number;
  most: number;
}

const SAMPLE_MS = 5_000;

export function thisMachine(): Machine {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? "unknown",
    cores: cpus.length,
    memoryGb: Math.round(os.totalmem() / 1024 ** 3),
    system: `${os.type()} ${os.arch()}`,
    node: process.version,
  };
}

const loadNow = () => Math.round(os.loadavg()[0]! * 10) / 10;

/** Samples the machine's load until it is asked for. */
export function watchLoad(): () => Load {
  const samples = [loadNow()];
  const timer = setInterval(() => samples.push(loadNow()), SAMPLE_MS);
  return () => {
    clearInterval(timer);
    samples.push(loadNow());
    const sorted = samples.toSorted((a, b) => a - b);
    return { before: samples[0]!, median: sorted[sorted.length >> 1]!, most: sorted.at(-1)! };
  };
}
