import { describe, expect, it } from "vitest";
import { runPageChecks } from "../../../../src/audit/checks/run-checks";
import type { ShareImage } from "../../../../src/audit/model/page/share-image";
import { auditedOf } from "./judge.ts";

const GOOD: ShareImage = {
  url: "https://e.example/i.png",
  status: 200,
  contentType: "image/png",
  format: "png",
  bytes: 64,
  width: 1200,
  height: 630,
};
const MB = 1024 * 1024;

/** Image checks that fail for a page with this image. */
const failed = (shareImage: ShareImage | null, html = {}) =>
  runPageChecks({ ...auditedOf({ path: "/", ...html }), shareImage }).filter((issue) =>
    issue.id.startsWith("og_image_"),
  );

describe("checks of the share image", () => {
  it.each<[string, Partial<ShareImage>, string[]]>([
    ["a good image", {}, []],
    ["no response", { status: 0, contentType: null, format: null }, ["og_image_broken"]],
    ["a page that is gone", { status: 410 }, ["og_image_broken"]],
    ["HTML", { contentType: "text/html", format: null }, ["og_image_broken"]],
    ["no content type", { contentType: null }, ["og_image_broken"]],
    ["a PDF", { contentType: "application/pdf", format: null }, ["og_image_unsupported_format"]],
    ["AVIF declared as JPEG", { contentType: "image/jpeg", format: "avif" }, ["og_image_unsupported_format"]],
    ["a type in capitals", { contentType: "IMAGE/JPEG; q=1", format: "jpg" }, []],
    ["unknown dimensions and size", { width: null, height: null, bytes: null }, []],
    ["too narrow", { width: 599 }, ["og_image_too_small"]],
    ["over 5 MB", { bytes: 5 * MB + 1 }, ["og_image_too_heavy"]],
    ["small and heavy", { height: 100, bytes: MB }, ["og_image_too_small", "og_image_too_heavy"]],
    ["a reference that is not a URL", { url: null, status: 0, contentType: null, format: null }, []],
  ])("%s", (_, part, ids) => expect(failed({ ...GOOD, ...part }).map((issue) => issue.id)).toEqual(ids));

  it("report nothing for an image that was not fetched, nor for a noindex page", () => {
    expect(failed(null)).toEqual([]);
    expect(failed({ ...GOOD, status: 404 }, { head: '<meta name="robots" content="noindex">' })).toEqual([]);
  });

  it("name the network whose limit the image misses", () => {
    expect(failed({ ...GOOD, width: 199, height: 400 })[0]!.detail.found).toContain("Facebook");
    expect(failed({ ...GOOD, bytes: MB })[0]!.detail.expected).toContain("WhatsApp");
    expect(failed({ ...GOOD, bytes: 6 * MB })[0]!.detail.expected).toContain("LinkedIn");
  });
});
