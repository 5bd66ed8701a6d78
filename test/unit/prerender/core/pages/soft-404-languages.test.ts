import { describe, expect, it } from "vitest";
import { saysNotFound } from "../../../../../src/prerender/core/pages/soft-404";

const says = (heading: string, words = 60) => saysNotFound({ heading, title: "" }, words);

describe("a message with all of its parts, in each language", () => {
  it.each([
    "A página que você procura não existe",
    "Ta strona już nie istnieje",
    "Запрашиваемая страница не найдена",
    "На жаль, цю сторінку не знайдено",
    "Sidan du söker finns inte",
    "Siden du leter etter finnes ikke",
    "Hakemaasi sivua ei löytynyt",
    "Požadovaná stránka nebyla nalezena",
    "Požadovaná stránka nebola nájdená",
    "Търсената страница не съществува",
    "Tražena stranica nije pronađena",
    "Тражена страница није пронађена",
    "Iskana stran ne obstaja",
    "La pàgina que busques no existeix",
    "Otsitud lehte ei leitud",
    "Ieškomas puslapis nerastas",
    "Pieprasītā lapa netika atrasta",
    "صفحه مورد نظر یافت نشد",
    "यह पृष्ठ नहीं मिला",
    "A keresett oldal nem található",
    "Pagina pe care o cauți nu există",
    "Halaman yang anda cari tidak ditemukan",
    "Không tìm thấy trang này",
    "Η σελίδα που ζητήσατε δεν υπάρχει",
    "الصفحة المطلوبة غير موجودة",
    "הדף המבוקש לא נמצא",
    "De pagina die je zoekt bestaat niet",
    "La pagina che stai cercando non esiste",
    "La page que vous cherchez n'existe plus",
    "Der gesuchte Artikel ist nicht verfügbar",
    "您访问的页面不存在或已删除",
    "ขออภัย ไม่พบหน้าที่คุณต้องการ",
    "죄송합니다 요청하신 페이지를 찾을 수 없습니다",
    "ご指定のページが存在しません",
  ])("%s", (text) => expect(says(text)).toBe(true));
});

describe("a headline that lacks a part, or has more", () => {
  it.each([
    ["Not available", false],
    ["404 not available", true],
    ["Page found", false],
    ["Page not", false],
    ["Page not found today", false],
    ["Seite nicht", false],
    ["Não encontrada", false],
    ["Nicht gefunden", false],
    ["Not found!", true],
    ["Sorry", false],
    ["404 Seite", true],
    ["404 página", true],
    ["404 shop", false],
    ["error", false],
    ["…", false],
  ])("%s: %s", (text, expected) => expect(says(text)).toBe(expected));

  it("is judged up to 90 characters, 14 words, and on a page of 200 words", () => {
    const found = "Page not found";
    expect([says(found.padEnd(90, "!")), says(found.padEnd(91, "!"))]).toEqual([true, false]);
    expect([says(`oh ${"oh ".repeat(10)}${found}`), says(`oh ${"oh ".repeat(11)}${found}`)]).toEqual([true, false]);
    expect([says(found, 200), says(found, 201)]).toEqual([true, false]);
  });

  it.each([
    ["Page not found | Shop", "", true],
    ["Shop - Page not found", "", true],
    ["Shop :: 404", "", true],
    ["Shop|404", "", false],
    ["Page not found | Shop", "Our chairs", true],
    ["Page not found | Shop", "The 404 page", false],
    ["Page not found | Shop", "Chair 4040", true],
    ["Page not found | Shop", "x404", true],
  ])("%j above %j: %s", (title, heading, expected) => expect(saysNotFound({ title, heading }, 60)).toBe(expected));
});
