import { describe, expect, it } from "vitest";
import { saysNotFound } from "../../../../../src/prerender/core/pages/soft-404";

/** Headlines of pages that are not there: of site builders, shops and frameworks, in many languages. */
const MESSAGES = [
  "404",
  "404!",
  "Error 404",
  "HTTP 404",
  "404 Error",
  "404 Page",
  "Oops! 404",
  "404 – Page not found",
  "404 Not Found",
  "Not Found",
  "Page not found",
  "Page Not Found!",
  "Oops! That page can’t be found.",
  "Oops! That page can't be found.",
  "Sorry, this page isn't available.",
  "This page does not exist",
  "This page doesn't exist",
  "The page you are looking for doesn't exist",
  "The page you requested could not be found",
  "The page you're looking for was moved or removed or is no longer here",
  "We can't find the page you're looking for",
  "The requested URL was not found",
  "Sorry, this product is not available",
  "This product is no longer available",
  "File not found",
  "Seite nicht gefunden",
  "Fehler 404: Seite nicht gefunden",
  "Die gesuchte Seite wurde nicht gefunden",
  "Diese Seite existiert nicht",
  "Hoppla! Diese Seite existiert leider nicht mehr.",
  "Page introuvable",
  "Erreur 404",
  "Cette page n'existe pas",
  "La page que vous recherchez est introuvable",
  "Oups ! Cette page est introuvable.",
  "We can't seem to find the page you're looking for",
  "¡Ups! No hemos podido encontrar esa página",
  "Stránka sa nenašla",
  "Страницата не е намерена",
  "Stranica nije pronađena",
  "Страница није пронађена",
  "Stran ni bila najdena",
  "No s'ha trobat la pàgina",
  "Lehte ei leitud",
  "Puslapis nerastas",
  "Lapa nav atrasta",
  "صفحه یافت نشد",
  "पृष्ठ नहीं मिला",
  "ไม่พบหน้านี้",
  "Página no encontrada",
  "Error 404: página no encontrada",
  "Lo sentimos, la página que buscas no existe",
  "Pagina non trovata",
  "La pagina richiesta non esiste",
  "Página não encontrada",
  "Pagina niet gevonden",
  "Deze pagina bestaat niet",
  "Nie znaleziono strony",
  "Strona nie istnieje",
  "Страница не найдена",
  "Ошибка 404. Страница не существует",
  "Сторінку не знайдено",
  "Sayfa bulunamadı",
  "Aradığınız sayfa bulunamadı",
  "Sidan hittades inte",
  "Siden ble ikke funnet",
  "Siden blev ikke fundet",
  "Sivua ei löytynyt",
  "Stránka nenalezena",
  "Az oldal nem található",
  "Pagina nu a fost găsită",
  "Halaman tidak ditemukan",
  "Không tìm thấy trang",
  "Η σελίδα δεν βρέθηκε",
  "الصفحة غير موجودة",
  "הדף לא נמצא",
  "ページが見つかりません",
  "お探しのページは見つかりませんでした",
  "找不到页面",
  "页面不存在",
  "抱歉，您访问的页面不存在",
  "找不到您要的頁面",
  "페이지를 찾을 수 없습니다",
];

/** Headlines of pages that are there. */
const CONTENT = [
  "How to fix 404 errors in nginx",
  "How to Fix 404 Errors in NGINX",
  "404 errors explained",
  "What is a 404 page?",
  "15 creative 404 pages",
  "Custom 404 page in Next.js",
  "Fix “page not found” after changing permalinks",
  "Page not found errors in Search Console",
  "Peugeot 404",
  "Peugeot 404 for sale",
  "Room 404",
  "Area code 404: Atlanta",
  "Order 404 shipped",
  "Model 404 pump",
  "404 Media",
  "FileNotFoundException in Java",
  "Module not found: how to fix it",
  "Command not found",
  "Lost and found: a story",
  "Not found in translation",
  "A love that could not be found",
  "Nothing found",
  "No results found",
  "Products",
  "Available now",
  "We are here for you",
  "Is this page available offline?",
  "Content not available in your country",
  "Fehler 404 beheben",
  "So gestalten Sie eine 404-Seite",
  "Nicht gefunden, was Sie suchen?",
  "Comment corriger une erreur 404",
  "Cómo solucionar el error 404",
  "Как исправить ошибку 404",
  "404エラーの直し方",
  "如何修复404错误",
  "Chairs",
  "",
];

const SHORT = 60;

describe("a headline that says that a page is not there", () => {
  it.each(MESSAGES)("%s", (text) => {
    expect(saysNotFound({ heading: text, title: "" }, SHORT)).toBe(true);
    expect(saysNotFound({ heading: "", title: `${text} | Shop` }, SHORT)).toBe(true);
    expect(saysNotFound({ heading: "Shop", title: `Shop – ${text}` }, SHORT)).toBe(true);
    expect(saysNotFound({ heading: text, title: "" }, 201)).toBe(false);
  });
});

describe("a headline of a page that is there", () => {
  it.each(CONTENT)("%s", (text) => {
    expect(saysNotFound({ heading: text, title: "" }, SHORT)).toBe(false);
    expect(saysNotFound({ heading: text, title: `${text} | Shop` }, SHORT)).toBe(false);
  });

  it("counts more than a short title", () => {
    expect(saysNotFound({ heading: "How to fix 404 errors in nginx", title: "404 error | Help" }, SHORT)).toBe(false);
    expect(saysNotFound({ heading: "Shop", title: "404 error" }, SHORT)).toBe(true);
  });
});
