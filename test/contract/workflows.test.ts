import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { testPhases } from "../../scripts/dev/steps.ts";

const FOLDER = ".github/workflows";
const files = readdirSync(FOLDER).map((name) => [name, readFileSync(path.join(FOLDER, name), "utf8")] as const);

interface Workflow {
  jobs: Record<string, { name?: string; steps: Array<{ uses?: string; run?: string }> }>;
}

const stepsOf = (text: string) => Object.values((parse(text) as Workflow).jobs).flatMap(({ steps }) => steps);
const projectsIn = (words: readonly string[]) => words.filter((_, i) => words[i - 1] === "--project");

describe("the workflows", () => {
  it.each(files)("of %s use actions of a fixed version", (_, text) => {
    const used = stepsOf(text).flatMap(({ uses }) => uses ?? []);
    expect(used.filter((action) => !/^actions\/[a-z-]+@v\d+$/.test(action))).toEqual([]);
  });

  it("run every step of `npm test` in a job that names what failed", () => {
    const ci = (parse(readFileSync(`${FOLDER}/ci.yml`, "utf8")) as Workflow).jobs;
    expect(Object.values(ci).every(({ name }) => name !== undefined)).toBe(true);
    const commands = stepsOf(readFileSync(`${FOLDER}/ci.yml`, "utf8")).flatMap(({ run }) => run ?? []);
    const words = commands.flatMap((command) => command.replaceAll('"', "").split(" "));
    const steps = testPhases(false).flat(2);
    expect(steps.length).toBeGreaterThan(5);
    const projects = steps.flatMap((step) => projectsIn(step));
    expect(projects.filter((project) => !projectsIn(words).includes(project))).toEqual([]);
    const others = steps.filter((step) => !step.includes("vitest")).map((step) => step.slice(1));
    const isRun = (step: string[]) => commands.some((command) => command.endsWith(step.join(" ")));
    expect(others.filter((step) => !isRun(step))).toEqual([]);
  });
});
