import { describe, expect, it } from "vitest";
import { findingOf } from "./ids-of.ts";

// After the examples of the ACT rules (act-rules.github.io): b4f0c3, cae760, 97a4e1, e086e5, 23a2a8, c487ae.

describe("what is reported", () => {
  it.each([
    ["viewport_blocks_zoom", '<meta name="viewport" content="user-scalable=0.5">'],
    ["viewport_blocks_zoom", '<meta name="viewport" content="user-scalable=invalid">'],
    ["viewport_blocks_zoom", '<meta name="viewport" content="maximum-scale=yes">'],
    ["viewport_blocks_zoom", '<meta name="viewport" content="maximum-scale=invalid">'],
    ["viewport_blocks_zoom", '<meta name="viewport" content="width=device-width, initial-scale=1 maximum-scale=1">'],
    ["viewport_blocks_zoom", '<meta name="viewport" content="maximum-scale = 1">'],
    ["frame_without_title", '<iframe src="/map" tabindex="0"></iframe>'],
    ["empty_button", "<button disabled></button>"],
    ["image_missing_alt", '<img src="/a.png" width="1" height="1">'],
    ["image_missing_alt", '<div style="display:none">A</div><div aria-hidden="false"><img src="/a.png"></div>'],
    ["empty_anchor_text", '<a href="/walks"></a>'],
    ["generic_anchor_text", '<a href="/walks.html">Start</a>'],
    ["multiple_h1", "<h1>Walks</h1><h1>Walks</h1>"],
    ["duplicate_element_ids", '<h2 id="a">A</h2><p id="a">A</p>'],
  ])("%s: %s", (id, html) => expect(findingOf(id, html)).not.toBeNull());
});

describe("what is not", () => {
  it.each([
    ["viewport_blocks_zoom", '<meta name="viewport" content="user-scalable=yes, maximum-scale=-1">'],
    ["viewport_blocks_zoom", '<meta name="viewport" content="user-scalable=2, maximum-scale=device-width">'],
    ["frame_without_title", '<iframe src="/map" tabindex="-1"></iframe>'],
    ["frame_without_title", '<iframe src="/map" role="none"></iframe>'],
    ["frame_without_title", '<iframe src="/track" style="width:0;height:0;border:0"></iframe>'],
    ["frame_without_title", '<iframe src="/track" width="1px" height="1px"></iframe>'],
    ["empty_button", '<button role="none" disabled></button>'],
    ["empty_button", '<button><amp-img src="/a.png" alt="Menu"></amp-img></button>'],
    ["empty_anchor_text", '<a href="/walks"><amp-img src="/a.png" alt="Walks"></amp-img></a>'],
    ["image_missing_dimensions", '<noscript><img src="https://counter.example/1" alt=""></noscript>'],
    ["duplicate_element_ids", '<img id="a" src="/a.png" alt=""><noscript><img id="a" src="/a.png" alt=""></noscript>'],
    ["form_field_without_label", '<select role="none" disabled><option>a</select>'],
    ["image_missing_alt", '<img src="/a.png" style="display: none">'],
    ["image_missing_alt", '<img src="/a.png" hidden>'],
    ["image_missing_alt", '<div style="color: red; display:none"><p><img src="/a.png"></p></div>'],
    ["image_missing_alt", '<div style="visibility: hidden"><img src="/a.png"></div>'],
    ["image_missing_alt", '<div aria-hidden="true"><img src="/a.png"></div>'],
    ["empty_anchor_text", '<a href="/walks" hidden></a>'],
    ["empty_anchor_text", '<div style="display:none"><a href="/walks"></a></div>'],
    ["empty_anchor_text", '<a href="/walks" aria-hidden="true" tabindex="-1"><img src="/a.png" alt=""></a>'],
    ["generic_anchor_text", '<code><a href="/api/Start.html">Start</a></code>'],
    ["generic_anchor_text", '<a href="/api/task.Start.html">Start</a>'],
    ["generic_anchor_text", '<a href="/Result.html#CONTINUE">CONTINUE</a>'],
    ["multiple_h1", "<noscript><h1>Switch scripts on</h1></noscript><h1>Walks</h1>"],
    ["duplicate_element_ids", '<a name="a"></a><h2 id="a">A</h2>'],
    ["hash_routing_links", '<a href="#/a">A</a><a name="/a"></a>'],
  ])("%s: %s", (id, html) => expect(findingOf(id, html)).toBeNull());
});
