import { html } from "hono/html";
import { describe, expect, it } from "vitest";
import { DomainPatch } from "../../../src/accounts/settings/domain-schemas";
import { RenderRule } from "../../../src/accounts/settings/render-rule";
import { FormFields } from "../../../src/dashboard/server/form";
import { onlyFilled, readFields, readGroups } from "../../../src/dashboard/server/read-fields";
import { ApiProblem } from "../../../src/dashboard/server/read";
import { TableFields, type FieldTable } from "../../../src/dashboard/ui/fields";

const TABLE = {
  name: { kind: "text", label: "Name", required: true },
  note: { kind: "text", label: "Note", rows: 3 },
  site: { kind: "url", label: "Site", hint: "With https." },
  hours: { kind: "number", label: "Hours", min: 1, max: 9 },
  paths: { kind: "lines", label: "Paths" },
  password: { kind: "password", label: "Password", apiName: "access.password" },
  on: { kind: "check", label: "On" },
  role: {
    kind: "choice",
    label: "Role",
    options: [
      ["member", "Member"],
      ["owner", "Owner"],
    ],
  },
  scope: {
    kind: "choice",
    label: "For",
    options: [
      ["", "All"],
      ["a.example", "Only a.example"],
    ],
  },
  events: {
    kind: "choices",
    label: "Events",
    options: [
      ["x", "X", "About x"],
      ["y", "Y"],
    ],
  },
} as const satisfies FieldTable;

const form = (text: string) => new FormFields(new URLSearchParams(text));
const shown = async (props: Partial<Parameters<typeof TableFields>[0]>) =>
  (await html`${TableFields({ table: TABLE, ...props })}`).toString();

describe("the fields of a form", () => {
  it("are read by their kind", () => {
    const text =
      "name= Ann &note=&site=https://a.example&hours=3&paths=/a%0D%0A%0D%0A /b &password= p &on=yes&role=owner&scope=a.example&events=y&events=x";
    expect(readFields(form(text), TABLE)).toEqual({
      name: "Ann",
      note: undefined,
      site: "https://a.example",
      hours: 3,
      paths: ["/a", "/b"],
      password: " p ",
      on: true,
      role: "owner",
      scope: "a.example",
      events: ["y", "x"],
    });
  });

  it("are empty in an empty form, with the first option of a choice", () => {
    const empty = readFields(form(""), TABLE);
    expect(empty).toEqual({ name: "", paths: [], password: "", on: false, role: "member", events: [] });
    expect(onlyFilled(empty)).toEqual({ name: "", password: "", role: "member" });
  });

  it("pass on a choice that is no longer an option, so that the API refuses it: it must not mean all", () => {
    const typed = readFields(form("scope=gone.example&events=gone"), TABLE);
    expect(typed).toMatchObject({ scope: "gone.example", events: ["gone"] });
  });

  it("are shown with their values, except passwords", async () => {
    const text = await shown({
      values: { name: "Ann", note: "a note", hours: 3, paths: ["/a", "/b"], password: "p4ss", on: true, events: ["y"] },
    });
    expect(text).toContain('value="Ann"');
    expect(text).toMatch(/<textarea[^>]* name="note"[^>]*>a note<\/textarea>/);
    expect(text).toMatch(/<textarea[^>]* name="paths"[^>]*>\/a\n\/b<\/textarea>/);
    expect(text).toMatch(/<input[^>]* name="hours"[^>]* type="number" value="3"/);
    expect(text).toMatch(/<input type="checkbox" name="on" checked/);
    expect(text).toMatch(/name="events" checked=""? value="y"|name="events" checked value="y"/);
    expect(text).not.toContain("p4ss");
  });

  it("show what the API says of them, by the API's names", async () => {
    const issues = [
      { path: "at.0.hours", message: "Too many hours." },
      { path: "at.0.access.password", message: "Too short." },
      { path: "at.0.role", message: "No such role." },
      { path: "at.0.events", message: "No such event." },
    ];
    const text = await shown({
      at: "f.0.",
      apiAt: "at.0.",
      problem: new ApiProblem(400, "invalid_request", "", { issues }),
    });
    for (const { message } of issues) expect(text.split(message), message).toHaveLength(2);
    expect(text).toMatch(/id="f\.0\.hours-error">\s*Too many hours\./);
    expect(text).toMatch(/<input id="f\.0\.hours"[^>]*aria-describedby="f\.0\.hours-error"[^>]*aria-invalid="true"/);
  });

  it.each(["abc", "1e999", "12 h"])("keep %j, which is not a number, so that the API refuses it", async (typed) => {
    const values = readFields(form(new URLSearchParams({ hours: typed }).toString()), TABLE);
    expect(values.hours).toBe(typed);
    expect(await shown({ values })).toMatch(
      new RegExp(`<input[^>]* name="hours"[^>]* type="text"[^>]* value="${typed}"`),
    );
  });

  it.each([
    [DomainPatch, { snapshotTtlHours: "abc" }],
    [DomainPatch, { auditScope: { maxDepth: 1.5 } }],
    [RenderRule, { path: "/", ttlHours: "abc" }],
    [RenderRule, { path: "/", waitMs: "abc" }],
  ])("say what a number must be", (schema, value) => {
    const { error } = schema.safeParse(value);
    expect(error?.issues.map(({ message }) => message)).toEqual(["must be a whole number"]);
  });

  it("say which bound a number breaks, not that it is none", () => {
    const { error } = DomainPatch.safeParse({ snapshotTtlHours: 9_999 });
    expect(error?.issues).toMatchObject([{ code: "too_big", maximum: 720 }]);
    expect(error?.issues[0]?.message).not.toContain("whole number");
  });

  it("are read in groups", () => {
    const { name } = TABLE;
    const groups = readGroups(form("people.0.name=Ann&people.1.name=Bob&people.9.name=Eve"), { name }, "people", 3);
    expect(groups).toEqual([{ name: "Ann" }, { name: "Bob" }, { name: "" }]);
  });
});
