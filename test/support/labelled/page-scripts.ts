/** Code for the scripts of labelled pages. Each ends with a semicolon. */
export const addToHead = (html: string) => `document.head.insertAdjacentHTML("beforeend", ${literal(html)});`;
export const addToMain = (html: string) =>
  `document.querySelector("main").insertAdjacentHTML("beforeend", ${literal(html)});`;
/** Adds a paragraph with the given number of words. */
export const addWords = (count: number, word = "quayside") =>
  `document.querySelector("main").append(Object.assign(document.createElement("p"), { textContent: "${word} ".repeat(${count}) }));`;
/** Removes the last `count` words that the page was served with. */
export const cutWords = (count: number) =>
  `{ const p = document.querySelector("main > p:last-of-type"); p.textContent = p.textContent.split(" ").slice(0, -${count}).join(" "); }`;
export const setHeading = (text: string) => `document.querySelector("h1").textContent = ${literal(text)};`;
export const setCanonical = (href: string) =>
  `document.querySelector("link[rel=canonical]").setAttribute("href", ${literal(href)});`;
/** Loads a script. `src`: an expression. */
const load = (src: string) => `document.head.append(Object.assign(document.createElement("script"), { src: ${src} }));`;
export const loadFrom = (url: string) => load(literal(url));
export const loadMany = (files: number) => `for (let i = 0; i < ${files}; i++) ${load('"/files/app.js?" + i')}`;

/** A string literal for a script inside a page. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll("</", "<\\/");
}
