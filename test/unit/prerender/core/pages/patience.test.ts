import { describe, expect, it } from "vitest";
import { streamWait, type OpenStream } from "../../../../../src/prerender/core/pages/open-streams";
import {
  readinessOf,
  type NetworkState,
  type OpenRequest,
  type PageProbe,
  type RequestKind,
} from "../../../../../src/prerender/core/pages/readiness";

const FULL: PageProbe = {
  flag: undefined,
  parsed: true,
  domStillMs: 60_000,
  textStillMs: 60_000,
  timers: 0,
  rareTimers: 0,
  slowTimers: 0,
  workers: 0,
  chars: 50,
  unchanged: false,
  loading: false,
};
const SILENT: NetworkState = { open: [], stillMs: 60_000, silentChannels: 0, talking: false, streams: [] };
const open = (kind: RequestKind): OpenRequest => ({ kind, answers: false, ageMs: 0, calmMs: 0, line: "GET /" });
const after = (ms: number, page: Partial<PageProbe>, network: Partial<NetworkState>, expectsText = true) =>
  readinessOf(
    { ...FULL, domStillMs: ms, textStillMs: ms, ...page },
    { ...SILENT, stillMs: ms, ...network },
    expectsText,
  );
const LEVELS: ReadonlyArray<Partial<PageProbe>> = [{}, { unchanged: true }, { loading: true }];

describe("how long a page is waited for, in general, as an unchanged shell, and while it loads", () => {
  it.each<[string, number[], Partial<PageProbe>, Partial<NetworkState>]>([
    ["a request", [1_000, 1_500, 3_000], {}, { open: [open("other")] }],
    ["a request for data of another site", [2_000, 4_000, 8_000], {}, { open: [open("foreign_data")] }],
    ["a script of another site", [2_000, 3_000, 6_000], {}, { open: [open("foreign_script")] }],
    ["a request for data", [8_000, 8_000, 12_000], {}, { open: [open("own_data")] }],
    ["a request for data", [3_000, 6_000, 12_000], {}, { open: [open("own_poll")] }],
    ["a frame", [12_000, 12_000, 12_000], {}, { open: [open("own_frame")] }],
    ["a script", [5_000, 8_000, 12_000], {}, { open: [open("own_script")] }],
    ["a socket or event source", [1_500, 5_000, 8_000], {}, { silentChannels: 1 }],
    ["a worker", [7_000, 7_000, 12_000], { workers: 1 }, {}],
    ["a timer", [5_500, 5_500, 5_500], { slowTimers: 1 }, { failing: true }],
    ["an operation of the browser, such as a database", [5_000, 8_000, 12_000], { operations: 1 }, {}],
    ["the rest of the document", [5_000, 8_000, 8_000], { parsed: false }, {}],
  ])("%s", (name, limits, page, network) => {
    for (const [level, ms] of limits.entries()) {
      expect(after(ms - 1, { ...page, ...LEVELS[level] }, network), `level ${level}`).toBe("wait");
      // A page that shows that it is loading gets eight seconds whatever is pending.
      const taken = after(Math.max(ms, level === 2 ? 8_000 : 0), { ...page, ...LEVELS[level] }, network);
      expect(taken, `level ${level}`).toEqual({ ready: "quiet", pending: name });
    }
  });

  it("a page that need not have text is waited for as in general", () => {
    const shell = { unchanged: true, loading: true, chars: 0, counting: true, countsOn: true };
    expect(after(999, shell, { open: [open("other")] }, false)).toBe("wait");
    expect(after(1_000, shell, { open: [open("other")] }, false)).toEqual({ ready: "quiet", pending: "a request" });
  });

  it("a blank page is an unchanged one, and gets two seconds", () => {
    expect(after(1_999, { chars: 49 }, {})).toBe("wait");
    expect(after(2_000, { chars: 49 }, {})).toEqual({ ready: "quiet", pending: null });
    expect(after(3_999, { chars: 49 }, { open: [open("foreign_data")] })).toBe("wait");
    expect(readinessOf({ ...FULL, chars: 49, domStillMs: 1_999 }, SILENT, true)).toBe("wait");
    expect(readinessOf({ ...FULL, chars: 49 }, { ...SILENT, stillMs: 1_999 }, true)).toBe("wait");
  });

  it("what is pending is named, each kind once", () => {
    const page = {
      ...FULL,
      parsed: false,
      workers: 1,
      operations: 1,
      slowTimers: 1,
      slowTimerMs: 2_449,
      rareTimers: 1,
      countsOn: true,
    };
    const stream = { kind: "events", forMs: 99_000, stillMs: 1, parts: 3 } as const;
    const network = {
      ...SILENT,
      silentChannels: 2,
      failing: true,
      open: [open("own_data"), open("own_poll")],
      streams: [stream],
    };
    expect(readinessOf(page, network, true)).toEqual({
      ready: "quiet",
      pending:
        "the rest of the document, a worker, a socket or event source, a request for data, a timer of 2.4 s, a timer, an operation of the browser, such as a database, a stream that goes on, numbers that run on",
    });
    expect(readinessOf({ ...FULL, slowTimerMs: 0, slowTimers: 1 }, SILENT, true)).toEqual({
      ready: "quiet",
      pending: "a timer",
    });
    expect(readinessOf({ ...FULL, slowTimerMs: 0 }, SILENT, true)).toEqual({ ready: "quiet", pending: null });
  });

  it("a page that never rests is taken once its network is silent, and one that talks after its messages", () => {
    const restless = (textStillMs: number, stillMs: number, ageMs: number, page: Partial<PageProbe> = {}) =>
      readinessOf({ ...FULL, timers: 1, domStillMs: 1, textStillMs, ...page }, { ...SILENT, stillMs }, true, ageMs);
    const quiet = { ready: "quiet", pending: null };
    expect([restless(1_999, 9_000, 0), restless(2_000, 9_000, 0), restless(9_000, 1_999, 0)]).toEqual([
      "wait",
      quiet,
      "wait",
    ]);
    expect([restless(1, 2_000, 15_999), restless(1, 2_000, 16_000), restless(1, 1_999, 16_000)]).toEqual([
      "wait",
      quiet,
      "wait",
    ]);
    expect([149, 150].map((ms) => readinessOf({ ...FULL, textStillMs: 1, domStillMs: ms }, SILENT, true))).toEqual([
      "wait",
      quiet,
    ]);
    expect(readinessOf({ ...FULL, textStillMs: 1 }, { ...SILENT, stillMs: 150 }, true)).toEqual(quiet);
    const talking = (textStillMs: number) => readinessOf({ ...FULL, textStillMs }, { ...SILENT, talking: true }, true);
    expect([talking(699), talking(700)]).toEqual(["wait", quiet]);
  });

  it("a flag alone decides where there is one", () => {
    expect(readinessOf({ ...FULL, flag: false }, SILENT, true)).toBe("wait");
    expect(readinessOf({ ...FULL, flag: true, parsed: false }, { ...SILENT, stillMs: 0 }, true)).toEqual({
      ready: "flag",
      pending: null,
    });
  });
});

describe("a stream", () => {
  const wait = (
    page: { dom?: number; text?: number; marked?: boolean },
    stream: Partial<OpenStream>,
    base: 0 | 1 | 2 = 0,
  ) =>
    streamWait(
      { domStillMs: page.dom ?? 60_000, textStillMs: page.text ?? 60_000, marked: page.marked ?? false },
      [{ kind: "events", forMs: 1_000, stillMs: 500, parts: 3, ...stream }],
      base,
    );
  it.each<[string, Parameters<typeof wait>, ReturnType<typeof wait>]>([
    ["pauses in general", [{}, { stillMs: 1_999 }], "awaited"],
    ["has paused in general", [{}, { stillMs: 2_000 }], null],
    ["pauses while the page loads", [{}, { stillMs: 5_999 }, 2], "awaited"],
    ["has paused while the page loads", [{}, { stillMs: 6_000 }, 2], null],
    ["pauses beside a spinner on a shell", [{ marked: true }, { stillMs: 5_999 }, 1], "awaited"],
    ["has paused beside a spinner", [{ marked: true }, { stillMs: 2_000 }, 0], null],
    ["pauses beside a spinner while the page loads", [{ marked: true }, { stillMs: 5_999 }, 2], "awaited"],
    ["tells a text as late as it may", [{ text: 800 }, { stillMs: 500, forMs: 11_999 }], "awaited"],
    ["moves the page as late as it may", [{ dom: 800 }, { stillMs: 500 }], null],
    ["moved the page too long ago", [{ dom: 801 }, { stillMs: 500 }], "awaited"],
    ["moves a shell for long", [{ dom: 500 }, { forMs: 3_999 }, 1], "awaited"],
    ["moves a shell for too long", [{ dom: 500 }, { forMs: 4_000 }, 1], null],
    ["moves a page that loads for long", [{ dom: 500 }, { forMs: 11_999 }, 2], "awaited"],
    ["goes on for too long", [{}, { forMs: 12_000 }], "overdue"],
    ["tells for too long", [{ text: 1 }, { forMs: 12_000 }], "overdue"],
    ["greets by a socket", [{}, { kind: "socket", parts: 1 }], null],
    ["greets by a socket of a shell", [{}, { kind: "socket", parts: 1 }, 1], "awaited"],
    ["is asked by a socket", [{}, { kind: "socket", parts: 1, asked: true, stillMs: 2_999 }], "awaited"],
    ["was asked by a socket", [{}, { kind: "socket", parts: 1, asked: true, stillMs: 3_000 }], null],
    ["begins by a worker", [{}, { kind: "worker", parts: 1, stillMs: 1_499 }], "awaited"],
    ["has begun by a worker", [{}, { kind: "worker", parts: 1, stillMs: 1_500 }], null],
    ["goes on by a worker", [{}, { kind: "worker", parts: 2, stillMs: 1_999 }], "awaited"],
    ["owes an answer", [{}, { unanswered: true, stillMs: 4_999 }], "awaited"],
    ["owed an answer", [{}, { unanswered: true, stillMs: 5_000 }], null],
    ["owes an answer while the page loads", [{}, { unanswered: true, stillMs: 5_999 }, 2], "awaited"],
    ["is a response that pauses", [{}, { kind: "response", stillMs: 11_000, forMs: 11_999 }], "awaited"],
    ["is a response that moves the page", [{ dom: 1 }, { kind: "response" }], null],
  ])("that %s", (_name, args, expected) => expect(wait(...args)).toBe(expected));

  it("of several is judged by any that is awaited, else by any that is overdue", () => {
    const page = { domStillMs: 60_000, textStillMs: 60_000 };
    const late = { kind: "events", forMs: 12_000, stillMs: 1, parts: 3 } as const;
    const past = { ...late, stillMs: 5_000 };
    expect([
      streamWait(page, [late, past], 0),
      streamWait(page, [late, { ...late, forMs: 1 }], 0),
      streamWait(page, [], 0),
    ]).toEqual(["overdue", "awaited", null]);
  });
});
