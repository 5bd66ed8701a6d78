import { expect, it } from "vitest";
import { planOf, randomOf } from "../../chaos/plan.ts";

const wanted = { seed: 7, kills: 20, fills: 3, jumps: 4 };

it("a plan has every fault that was asked for, and is the same for the same seed alone", () => {
  const plan = planOf(wanted);
  const count = (kind: string) => plan.filter((step) => step.kind === kind).length;
  expect([count("kill"), count("fill"), count("jump")]).toEqual([20, 3, 4]);
  expect(planOf(wanted)).toEqual(plan);
  expect(planOf({ ...wanted, seed: 8 })).not.toEqual(plan);
});

it("each load has numbers of its own, the same for the same seed", () => {
  const three = (seed: number, name: string) => {
    const random = randomOf(seed, name);
    return [random(), random(), random()];
  };
  expect(three(7, "audits")).toEqual(three(7, "audits"));
  expect(three(7, "visits")).not.toEqual(three(7, "audits"));
});
