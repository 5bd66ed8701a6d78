import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../config.ts";
import { installPackages } from "../install-packages.ts";

interface Place {
  line: number;
  column: number;
}

/** A change of the code that a test should notice. */
export interface Mutant {
  id: string;
  fileName: string;
  mutatorName: string;
  replacement: string;
  location: { start: Place; end: Place };
  statusReason?: string;
}

interface Source {
  name: string;
  mutate: boolean;
  content: string;
}

/** The parts of StrykerJS that we use. */
interface StrykerPackages {
  Stryker: new (options: object) => {
    runMutationTest: () => Promise<Array<Mutant & { status: string }>>;
  };
  Instrumenter: new (logger: object) => {
    instrument: (sources: Source[], options: object) => Promise<{ mutants: Mutant[] }>;
  };
}

const FOLDER = path.join(root, "test/mutants");

/** Loads StrykerJS, and installs it before unless it is there. Its runner uses the vitest of this project. */
export async function loadStryker(): Promise<StrykerPackages> {
  installPackages(FOLDER, ["--legacy-peer-deps"]);
  return (await import(pathToFileURL(path.join(FOLDER, "stryker.mjs")).href)) as StrykerPackages;
}
