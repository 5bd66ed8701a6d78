import { describe, expect, it } from "vitest";
import { findingOf } from "./ids-of.ts";

// After the examples of the ACT rules (act-rules.github.io): b4f0c3, cae760, 97a4e1, e086e5, 23a2a8, c487ae.

describe("what is reported", () => {
  it.each([
    ["viewport_blocks_zoom", '<meta name="viewport" content="user-scalable=0.5">'],
    ["viewport_blocks_zoom", '<meta name="viewport" content="user-scalable=invalid">'],
    ["viewport_blocks_zoom", '<meta name="viewport" content="maximum-scale=yes">'],
    ["viewport_blocks_zoom", '<meta name="viewport" content="maximum-scale=invalid">'],
    ["frame_without_title", '<iframe src="/map" tabindex="0"></iframe>'],
    ["empty_button", "<button disabled></button>"],
    ["image_missing_alt", '<img src="/a.png" width="1" height="1">'],
  ])("%s: %s", (id, html) => expect(findingOf(id, html)).not.toBeNull());
});

describe("what is not", () => {
  it.each([
    ["viewport_blocks_zoom", '<meta name="viewport" content="user-scalable=yes, maximum-scale=-1">'],
    ["viewport_blocks_zoom", '<meta name="viewport" content="user-scalable=2, maximum-scale=device-width">'],
    ["frame_without_title", '<iframe src="/map" tabindex="-1"></iframe>'],
    ["frame_without_title", '<iframe src="/map" role="none"></iframe>'],
    ["empty_button", '<button role="none" disabled></button>'],
    ["form_field_without_label", '<select role="none" disabled><option>a</select>'],
    ["image_missing_alt", '<img src="/a.png" style="display: none">'],
    ["image_missing_alt", '<img src="/a.png" hidden>'],
  ])("%s: %s", (id, html) => expect(findingOf(id, html)).toBeNull());
});
