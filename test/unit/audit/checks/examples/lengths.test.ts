import { describe, expect, it } from "vitest";
import { findingOf } from "./ids-of.ts";

const titled = (title: string) => `<html><head><title>${title}</title></head><body><p>A`;
const written = (text: string) => `<html><head><title>Walks</title></head><body><main>${text}</main>`;

describe("title_too_short", () => {
  it.each(["Home", "Blog", "トップ", "首页", "홈", "หน้าแรก", "", "Über uns", "ホーム"])("of %j", (title) =>
    expect(findingOf("title_too_short", titled(title)) !== null).toBe(title !== ""),
  );

  it.each([
    "Contact us",
    "会社概要",
    "お問い合わせ",
    "東京都庁舎の歴史",
    "关于我们公司",
    "회사 소개",
    "ติดต่อเรา",
    "ប្រវត្តិទីក្រុង",
    "Αρχική σελίδα",
    "О компании",
  ])("not of %j", (title) => expect(findingOf("title_too_short", titled(title))).toBeNull());
});

describe("title_short", () => {
  it.each(["Contact us", "会社概要", "회사 소개"])("of %j", (title) =>
    expect(findingOf("title_short", titled(title))).not.toBeNull(),
  );
  it.each(["東京都庁舎の歴史と見学案内", "Old harbour walks in Bristol with a guide", "ประวัติศาสตร์ท่าเรือเก่ากรุงเทพ"])(
    "not of %j",
    (title) => expect(findingOf("title_short", titled(title))).toBeNull(),
  );
});

describe("title_too_long", () => {
  it.each([
    "古い港を歩く半日の散策コースをベテランのガイドと一緒にゆっくり巡る旅のご案内",
    "Old harbour walks ".repeat(6),
  ])("of %j", (title) => expect(findingOf("title_too_long", titled(title))).not.toBeNull());
  it.each(["古い港を歩く半日の散策コース", "ทัวร์เดินเที่ยวท่าเรือเก่าครึ่งวันพร้อมไกด์ท้องถิ่น", "Old harbour walks"])(
    "not of %j",
    (title) => expect(findingOf("title_too_long", titled(title))).toBeNull(),
  );
});

describe("meta_description_too_short", () => {
  const described = (text: string) => `<title>A</title><meta name="description" content="${text}"><p>A`;
  it.each(["Walks in Bristol.", "港の散策。"])("of %j", (text) =>
    expect(findingOf("meta_description_too_short", described(text))).not.toBeNull(),
  );
  it.each([
    "古い港を歩く半日の散策コースをご案内します。毎週土曜日の朝十時に出発します。",
    "เดินเที่ยวท่าเรือเก่าครึ่งวันพร้อมไกด์ท้องถิ่น ออกเดินทางทุกวันเสาร์เวลาสิบโมงเช้า",
  ])("not of %j", (text) => expect(findingOf("meta_description_too_short", described(text))).toBeNull());
});

describe("thin_content", () => {
  const sentences = {
    zh: "我们每周六上午十点从旧港出发，沿着码头步行半天。",
    ja: "毎週土曜日の朝十時に古い港を出発し、埠頭に沿って半日歩きます。",
    ko: "매주 토요일 아침 열 시에 옛 항구에서 출발하여 부두를 따라 반나절 걷습니다. ",
    th: "ทุกวันเสาร์เวลาสิบโมงเช้าเราออกเดินทางจากท่าเรือเก่าและเดินเลียบท่าเรือครึ่งวัน",
    bo: "རེས་གཟའ་སྤེན་པ་རེ་རེའི་ཞོགས་པར་ང་ཚོ་གྲུ་ཁ་རྙིང་པ་ནས་ཆས་འགྲོ་ཡི་ཡོད། ",
    en: "Every Saturday at ten in the morning we leave the old harbour and walk along the quays for half a day. ",
  };
  it.each(Object.entries(sentences))("of three sentences in %s", (_, text) =>
    expect(findingOf("thin_content", written(text.repeat(3)))).not.toBeNull(),
  );
  it.each(Object.entries(sentences))("not of twenty-two sentences in %s", (_, text) =>
    expect(findingOf("thin_content", written(text.repeat(22)))).toBeNull(),
  );
  it("names the limit in the units of the text", () => {
    expect(findingOf("thin_content", written(sentences.ja))).toEqual({
      found: "29 characters",
      expected: "at least 400 characters",
    });
    expect(findingOf("thin_content", written(sentences.en))!.expected).toBe("at least 200 words");
  });
});

describe("empty_page", () => {
  it("not of a short page in Chinese", () => {
    expect(findingOf("empty_page", written("我们每周六上午十点从旧港出发，沿着码头步行半天。"))).toBeNull();
  });
  it("of a word in any language", () => {
    expect(findingOf("empty_page", written("加载中"))).not.toBeNull();
    expect(findingOf("empty_page", written("Loading"))).not.toBeNull();
  });
});
