import { articles, markdown } from "./texts.ts";

/** The wiki of a Swedish sailing club with ikiwiki, written by its members. */
const HEAD = `[[!meta title="Segelsällskapet Fyren"]]\n`;
const BOATS = "Albertina Britta Cecilia Doris Elsa Freja Gudrun Havsfrun Ingrid Josefin Kattegatt Linnea".split(" ");
const KEEPERS = ["AnnaLindqvist", "BoSandberg", "CarinaEk", "DavidHolm"];

const boat = (name: string, i: number) =>
  `[[!meta title="${name}"]]\n[[!tag båtar ${i % 2 ? "klubbåt" : "privat"}]]\n\n${i % 3 === 0 ? `[[!img ${name.toLowerCase()}.jpg size=300x alt="${name}"]]\n` : `<img src="/bilder/${name.toLowerCase()}.jpg">\n`}\n${name} är en ${["folkbåt", "koster", "segelkanot", "motorseglare"][i % 4]!} från ${1948 + i * 5}. Hon ligger vid brygga ${"ABC"[i % 3]!} plats ${i + 3}. Ansvarig är [[medlemmar/${KEEPERS[i % 4]!}]].\n\n|| ||\n| Längd | ${6 + (i % 5)},${i} m |\n| Segelyta | ${22 + i} m² |\n\nBoka ${name} hos ${KEEPERS[i % 4]!} eller [här](/bokning). Se även [[båtar]].\n`;
const trip = (i: number) =>
  `[[!meta date="2025-0${1 + (i % 9)}-1${i % 10}"]]\n[[!tag ${["segling", "skärgård", "kurs"][i % 3]!}]]\n\n# Helgen i ${["Marstrand", "Fjällbacka", "Käringön", "Smögen", "Vinga"][i % 5]!}\n\nVi var ${4 + i} båtar som gick ut på fredagen. Vinden var ${["svag", "frisk", "byig"][i % 3]!} och vi fick ${i % 2 ? "kryssa hela vägen" : "en fin slör"}. På lördagen grillade vi på klipporna och sjöng till långt in på natten. Tack till alla som kom!\n\n${i % 2 ? "- [[båtar/Albertina]] vann kappseglingen\n- Ta med flytväst nästa gång\n" : "##### Nästa tur\n\nAnmäl er till [[medlemmar/CarinaEk]].\n"}\n[Läs mer](/turer) | [Karta](http://kartor.example/fyren)\n`;

/** Files of the wiki: boats, trips, members, and help about computers that one of them translated. */
export function societyFiles(): Map<string, string> {
  const helps = articles("sv", 60).map((each, i): [string, string] => [
    `datorhjälp/${each.slug}.mdwn`,
    `[[!meta title="${each.title.replaceAll('"', "'")}"]]\n${i % 4 === 0 ? `[[!meta description="${each.lead.replaceAll('"', "'")}"]]\n` : ""}[[!tag datorhjälp]]\n\n${i % 3 === 0 ? `# ${each.title}\n\n` : ""}${markdown(each, 3)}\n`,
  ]);
  const pages: [string, string][] = [
    [
      "index.mdwn",
      `${HEAD}Välkommen till **Segelsällskapet Fyren**! Vi seglar på västkusten sedan 1931.\n\n* [[båtar]]\n* [[turer]]\n* [[datorhjälp]]\n* [[styrelsen]]\n\n## Senaste turerna\n\n[[!inline pages="turer/*" show="5" archive="yes"]]\n`,
    ],
    ["båtar.mdwn", `[[!meta title="Våra båtar"]]\n[[!map pages="båtar/*"]]\n`],
    ["turer.mdwn", `[[!inline pages="turer/*" show="10" rootpage="turer"]]\n`],
    [
      "datorhjälp.mdwn",
      `Bo har skrivit ner hur man gör med datorn i klubbhuset.\n\n[[!inline pages="datorhjälp/*" archive="yes" show="0"]]\n`,
    ],
    [
      "styrelsen.mdwn",
      `Ordförande: Anna Lindqvist  \nKassör: [[medlemmar/BoSandberg]]  \nSekreterare: vakant\n\nProtokoll finns i [[protokoll]].\n`,
    ],
    [
      "bokning.html",
      `<h2>Boka båt</h2><form action="mailto:boka@fyren.example"><table><tr><td>Namn</td><td><input name="namn"></td></tr><tr><td>Båt</td><td><select name="bat">${BOATS.map((each) => `<option>${each}</option>`).join("")}</select></td></tr></table><input type="submit"></form>\n`,
    ],
    ["sidebar.mdwn", "[[Start|index]] [[Båtar|båtar]] [[Turer|turer]] [[Boka|bokning]] [[Styrelsen|styrelsen]]\n"],
    ...BOATS.map((name, i): [string, string] => [`båtar/${name}.mdwn`, boat(name, i)]),
    ...Array.from({ length: 24 }, (_, i): [string, string] => [`turer/tur_${i + 1}.mdwn`, trip(i)]),
    ...KEEPERS.map((name, i): [string, string] => [
      `medlemmar/${name}.mdwn`,
      `Telefon: 0303-55 0${i} 1${i}\n\n[[!inline pages="link(medlemmar/${name})" archive="yes"]]\n`,
    ]),
    ...helps,
  ];
  // Without these, pages tell when their files were written.
  const dated = (text: string) =>
    `${text.includes("meta date=") ? "" : '[[!meta date="2025-03-01"]]\n'}[[!meta updated="2025-10-02"]]\n${text}`;
  return new Map(pages.map(([name, text]) => [name, name.endsWith(".mdwn") ? dated(text) : text]));
}
