/** Code for the scripts of labelled pages. Each piece ends with a semicolon. */
export const addToHead = (html: string) => `document.head.insertAdjacentHTML("beforeend", ${literal(html)});`;
export const addToMain = (html: string) =>
  `document.querySelector("main").insertAdjacentHTML("beforeend", ${literal(html)});`;
/** Adds a paragraph of `count` words. */
export const addWords = (count: number, word = "quayside") =>
  `document.querySelector("main").append(Object.assign(document.createElement("p"), { textContent: "${word} ".repeat(${count}) }));`;
/** Removes the last `count` words of the served text. */
export const cutWords = (count: number) =>
  `{ const p = document.querySelector("main > p:last-of-type"); p.textContent = p.textContent.split(" ").slice(0, -${count}).join(" "); }`;
export const setHeading = (text: string) => `document.querySelector("h1").textContent = ${literal(text)};`;
export const setCanonical = (href: string) =>
  `document.querySelector("link[rel=canonical]").setAttribute("href", ${literal(href)});`;
/** Loads a script. `src`: a JavaScript expression. */
const load = (src: string) => `document.head.append(Object.assign(document.createElement("script"), { src: ${src} }));`;
export const loadFrom = (url: string) => load(literal(url));
export const loadMany = (files: number) => `for (let i = 0; i < ${files}; i++) ${load('"/files/app.js?" + i')}`;

/** A string literal that is safe inside an inline script. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll("</", "<\\/");
}
