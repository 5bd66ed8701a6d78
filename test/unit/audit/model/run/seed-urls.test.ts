import { describe, expect, it } from "vitest";
import { judgeSeeds } from "../../../../../src/audit/model/run/seed-urls";

describe("judgeSeeds", () => {
  it("returns the domain's URLs in canonical form and the reason for refusing each other one", () => {
    const { seeds, invalid } = judgeSeeds(
      [
        "https://a.example",
        "https://A.example/#x",
        "http://a.example/b",
        "https://www.a.example/",
        "nonsense",
        "ftp://a.example/",
        "https://u:p@a.example/",
      ],
      "a.example",
    );
    expect(seeds).toEqual(["https://a.example/", "http://a.example/b"]);
    expect(invalid.map((bad) => bad.reason)).toEqual([
      "is on www.a.example, not on a.example",
      "is not an absolute URL",
      "is not an http or https URL",
      "contains credentials",
    ]);
  });
});
