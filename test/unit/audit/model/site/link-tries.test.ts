import { describe, expect, it } from "vitest";
import { keptMs } from "../../../../../src/audit/model/site/link-tries";

describe("the status of a link to another site", () => {
  it("counts for a week if it is good, and for an hour if it is not", () => {
    const hours = [200, 206, 301, 404, 410, 500, 403, 0, -3].map((status) => keptMs(status) / 3_600_000);
    expect(hours).toEqual([168, 168, 168, 1, 1, 1, 1, 1, 1]);
  });
});
