import { describe, expect, it } from "vitest";
import { findingOf } from "./ids-of.ts";

const found = (lang: string, text: string) =>
  findingOf("html_lang_mismatch", `<html lang="${lang}"><title>A</title><main>${text}</main>`)?.found ?? null;

/** Some sentences each, as people write them. */
const PROSE: Readonly<Record<string, string>> = {
  en: "We leave the old harbour every Saturday at ten and walk along the quays for half a day. You can book a place until the evening before, and if it rains we meet under the roof of the market hall. Dogs are welcome, but they have to be on a lead while we are in the nature reserve. The walk ends at the station, from which there are trains to the city every half hour.",
  de: "Wir brechen jeden Samstag um zehn am alten Hafen auf und gehen einen halben Tag an den Kais entlang. Sie können bis zum Vorabend einen Platz buchen, und wenn es regnet, treffen wir uns unter dem Dach der Markthalle. Hunde sind willkommen, müssen aber an der Leine sein, solange wir im Naturschutzgebiet sind. Die Runde endet am Bahnhof, von dem jede halbe Stunde ein Zug in die Stadt fährt.",
  fr: "Nous partons du vieux port tous les samedis à dix heures et nous marchons le long des quais pendant une demi-journée. Vous pouvez réserver une place jusqu'à la veille au soir et, s'il pleut, nous nous retrouvons sous le toit des halles. Les chiens sont les bienvenus, mais ils doivent être tenus en laisse dans la réserve naturelle. La promenade se termine à la gare.",
  es: "Salimos del puerto viejo todos los sábados a las diez y caminamos por los muelles durante medio día. Puede reservar una plaza hasta la noche anterior y, si llueve, nos encontramos bajo el techo del mercado. Los perros son bienvenidos, pero tienen que ir con correa mientras estemos en la reserva natural. El paseo termina en la estación, de la que sale un tren cada media hora.",
  pt: "Saímos do porto velho todos os sábados às dez e caminhamos pelo cais durante meio dia. Você pode reservar um lugar até a noite anterior e, se chover, nos encontramos sob o telhado do mercado. Os cachorros são bem-vindos, mas precisam ficar na coleira enquanto estivermos na reserva natural. O passeio termina na estação, de onde sai um trem a cada meia hora.",
  it: "Partiamo dal porto vecchio ogni sabato alle dieci e camminiamo lungo le banchine per mezza giornata. Potete prenotare un posto fino alla sera prima e, se piove, ci incontriamo sotto il tetto del mercato. I cani sono benvenuti, ma devono essere al guinzaglio finché siamo nella riserva naturale. La passeggiata finisce alla stazione, da cui parte un treno ogni mezz'ora.",
  nl: "We vertrekken elke zaterdag om tien uur uit de oude haven en lopen een halve dag langs de kades. Je kunt tot de avond ervoor een plaats boeken, en als het regent komen we onder het dak van de markthal bij elkaar. Honden zijn welkom, maar ze moeten aan de lijn zolang we in het natuurgebied zijn. De wandeling eindigt bij het station, waar elk half uur een trein naar de stad gaat.",
  sv: "Vi går från den gamla hamnen varje lördag klockan tio och vandrar längs kajerna i en halv dag. Du kan boka en plats fram till kvällen innan, och om det regnar träffas vi under taket på saluhallen. Hundar är välkomna, men de måste vara kopplade så länge vi är i naturreservatet. Promenaden slutar vid stationen, och därifrån går det tåg till staden varje halvtimme.",
  fi: "Lähdemme vanhasta satamasta joka lauantai kello kymmenen ja kävelemme laitureita pitkin puoli päivää. Voit varata paikan edellisen päivän iltaan asti, ja jos sataa, tapaamme kauppahallin katon alla. Koirat ovat tervetulleita, mutta niiden on oltava kytkettyinä niin kauan kuin olemme luonnonsuojelualueella. Kävely päättyy asemalle, josta lähtee juna kaupunkiin puolen tunnin välein.",
  pl: "Wyruszamy ze starego portu w każdą sobotę o dziesiątej i przez pół dnia idziemy wzdłuż nabrzeży. Miejsce można zarezerwować do wieczora poprzedniego dnia, a jeśli pada, spotykamy się pod dachem hali targowej. Psy są mile widziane, ale muszą być na smyczy, dopóki jesteśmy w rezerwacie przyrody. Spacer kończy się na dworcu, z którego co pół godziny odjeżdża pociąg do miasta.",
  cs: "Vycházíme ze starého přístavu každou sobotu v deset a půl dne jdeme podél nábřeží. Místo si můžete zarezervovat do večera předchozího dne, a když prší, sejdeme se pod střechou tržnice. Psi jsou vítáni, ale musí být na vodítku, dokud jsme v přírodní rezervaci. Procházka končí na nádraží, odkud každou půlhodinu jede vlak do města a kde je také malá kavárna.",
  hu: "Minden szombaton tíz órakor indulunk a régi kikötőből, és fél napig sétálunk a rakpartok mentén. Helyet az előző nap estéjéig lehet foglalni, és ha esik az eső, a vásárcsarnok teteje alatt találkozunk. A kutyákat is szívesen látjuk, de pórázon kell lenniük, amíg a természetvédelmi területen vagyunk. A séta az állomáson ér véget, ahonnan félóránként indul vonat a városba.",
  tr: "Her cumartesi saat onda eski limandan yola çıkıyor ve yarım gün boyunca rıhtımlar boyunca yürüyoruz. Bir önceki akşama kadar yer ayırtabilirsiniz ve yağmur yağarsa pazar yerinin çatısı altında buluşuyoruz. Köpekler de gelebilir ama doğa koruma alanında olduğumuz sürece tasmalı olmaları gerekir. Yürüyüş istasyonda biter ve oradan her yarım saatte bir şehre tren vardır.",
  id: "Kami berangkat dari pelabuhan tua setiap hari Sabtu pukul sepuluh dan berjalan menyusuri dermaga selama setengah hari. Anda dapat memesan tempat sampai malam sebelumnya, dan jika hujan kami bertemu di bawah atap pasar. Anjing boleh ikut, tetapi harus diikat selama kita berada di cagar alam. Perjalanan berakhir di stasiun, dan dari sana ada kereta ke kota setiap setengah jam.",
  ru: "Мы выходим из старого порта каждую субботу в десять и полдня идём вдоль набережных. Место можно забронировать до вечера накануне, а если идёт дождь, мы встречаемся под крышей рынка. С собаками можно, но они должны быть на поводке, пока мы находимся в заповеднике. Прогулка заканчивается на вокзале, откуда каждые полчаса отправляется поезд в город.",
  el: "Ξεκινάμε από το παλιό λιμάνι κάθε Σάββατο στις δέκα και περπατάμε κατά μήκος της προκυμαίας για μισή μέρα. Μπορείτε να κλείσετε θέση μέχρι το προηγούμενο βράδυ και, αν βρέχει, συναντιόμαστε κάτω από τη στέγη της αγοράς. Τα σκυλιά είναι ευπρόσδεκτα, αλλά πρέπει να είναι δεμένα όσο είμαστε στο καταφύγιο. Ο περίπατος τελειώνει στον σταθμό, από όπου φεύγει τρένο κάθε μισή ώρα.",
  ja: "毎週土曜日の朝十時に古い港を出発し、埠頭に沿って半日歩きます。前日の夕方までご予約いただけます。雨の場合は市場の屋根の下に集合します。犬も歓迎ですが、自然保護区にいる間はリードをつけてください。散策は駅で終わり、そこから三十分ごとに町へ行く電車があります。途中には古い倉庫を改装した小さな喫茶店もあり、地元の漁師の話を聞くこともできます。",
};

/** Too close to be sure. */
const CLOSE = new Set(["es pt", "pl cs"]);
const pairs = Object.keys(PROSE)
  .flatMap((text, i, all) => [1, 5, 9].map((step) => [text, all[(i + step) % all.length]!] as const))
  .filter((pair) => !CLOSE.has(pair.join(" ")));

/** Texts that a list of frequent words takes for another language, or that are in none. */
const UNJUDGED: ReadonlyArray<readonly [what: string, lang: string, text: string]> = [
  [
    "names of packages",
    "en",
    "com.ericsson.otp.erlang com.ericsson.otp.ic com.sun.star.uno com.sun.star.lang org.apache.commons.io ".repeat(20),
  ],
  [
    "a list of class files",
    "en",
    "<ul>" +
      "<li>com.example.dao.Produto</li><li>com.example.da.Um</li><li>com.example.os.Para</li>".repeat(30) +
      "</ul>",
  ],
  [
    "made-up words",
    "en",
    "Blorf danta mirelo sen porta vika nor telu basi quenda aldor fin merea no talven or danu se pirel. ".repeat(8),
  ],
  [
    "a made-up language",
    "en",
    "Ash nazg durbatulûk, ash nazg gimbatul, ash nazg thrakatulûk, agh burzum-ishi krimpatul. ".repeat(8),
  ],
  [
    "names of people",
    "en",
    "Maria de Oliveira, João da Silva, Ana dos Santos, Pedro de Souza e Melo, Luís da Costa, Rui de Sá. ".repeat(8),
  ],
  [
    "names of towns",
    "en",
    "Rio de Janeiro, São José dos Campos, Porto Alegre, Belo Horizonte, Ponta Delgada, Vila do Conde. ".repeat(8),
  ],
  [
    "Spanish names of places",
    "en",
    "San Francisco, Los Angeles, El Paso, Las Vegas, La Jolla, Santa Cruz de la Sierra, Punta del Este. ".repeat(8),
  ],
  [
    "a menu of dishes",
    "en",
    "Spaghetti alla carbonara, penne all'arrabbiata, risotto con i funghi, pizza con le acciughe, tiramisù. ".repeat(6),
  ],
  [
    "titles of operas",
    "en",
    "La forza del destino. Il barbiere di Siviglia. Le nozze di Figaro. Così fan tutte. La clemenza di Tito. ".repeat(
      6,
    ),
  ],
  [
    "code in C",
    "de",
    "int main(int argc, char **argv) { for (i = 0; i < argc; i++) { if (is_set(argv[i])) return 1; } return 0; } ".repeat(
      10,
    ),
  ],
  [
    "code in a block",
    "de",
    `<pre><code>${"/* This is the function that you have to call if you want to read all of the files from it. */ read();\n".repeat(8)}</code></pre>`,
  ],
  [
    "an interface of a class",
    "fr",
    "public static final String DE_LA = new String(); private int le; protected long la; public void un(int et) ".repeat(
      8,
    ),
  ],
  [
    "shell commands",
    "es",
    "sudo apt-get install -y build-essential && ./configure --with-all --for=this --no-is && make -j4 install ".repeat(
      8,
    ),
  ],
  [
    "command line options",
    "de",
    "--all --and --from --to --with --if --is --not --the --by --at --on --can --will --when -a -i -o ".repeat(12),
  ],
  [
    "a table of numbers",
    "de",
    "<table>" + "<tr><td>12 at 3</td><td>4 to 5</td><td>for 6</td><td>is 7</td></tr>".repeat(40) + "</table>",
  ],
  [
    "SQL",
    "de",
    "SELECT a FROM b WHERE c IS NOT NULL AND d IN (1, 2) OR e BETWEEN 1 AND 2 ORDER BY f LIMIT 10; ".repeat(10),
  ],
  [
    "paths",
    "en",
    "/usr/share/doc/de/la/le/les/un/des /usr/lib/et/que/qui /home/pour/dans/sur/par/avec /opt/est/ce/ou ".repeat(10),
  ],
  [
    "a word list",
    "en",
    "de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si ",
  ],
  ["one word over and over", "en", "de de de de de de de de de de ".repeat(40)],
  [
    "English titles in a German list",
    "de",
    "<ul>" +
      "<li>The Lord of the Rings</li><li>All the King's Men</li><li>To Have and Have Not</li>".repeat(14) +
      "</ul>",
  ],
  [
    "Latin",
    "en",
    "Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani, tertiam qui ipsorum lingua Celtae, nostra Galli appellantur. Hi omnes lingua, institutis, legibus inter se differunt. ".repeat(
      3,
    ),
  ],
  [
    "chemical names",
    "en",
    "acetyl-L-carnitine, p-toluenesulfonic acid, N,N-dimethylformamide, di-tert-butyl dicarbonate, o-xylene, m-cresol. ".repeat(
      6,
    ),
  ],
  [
    "base64",
    "en",
    "c2VuIG5vbiBpbCBkaSBjaGU ZGUgbGEgcXVlIGVs aWwgcGVyIHVuYSBub24 ZWwgbG9zIHkgbGFz b3MgZSBkbyBkYQ ".repeat(12),
  ],
  [
    "a changelog",
    "de",
    "v1.2.3 fix: do not crash if it is null (#123) by @the-all in https://example.com/from/to/with/and/the/of ".repeat(
      8,
    ),
  ],
  [
    "filler text",
    "en",
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. ".repeat(
      6,
    ),
  ],
  [
    "Norwegian declared as Danish",
    "da",
    "Vi går fra den gamle havna hver lørdag klokka ti og vandrer langs kaiene i en halv dag. Du kan bestille plass fram til kvelden før, og hvis det regner møtes vi under taket på markedet. Hunder er velkomne, men de må være i bånd så lenge vi er i naturreservatet. Turen slutter ved stasjonen.",
  ],
  [
    "Slovak declared as Czech",
    "cs",
    "Vychádzame zo starého prístavu každú sobotu o desiatej a pol dňa kráčame popri nábreží. Miesto si môžete rezervovať do večera predchádzajúceho dňa, a ak prší, stretneme sa pod strechou tržnice. Psy sú vítané, ale musia byť na vodítku, kým sme v prírodnej rezervácii. Prechádzka sa končí na stanici.",
  ],
  [
    "a language that nobody knows here",
    "eu",
    "Larunbatero hamarretan irteten gara portu zaharretik, eta egun erdiz ibiltzen gara kaietan zehar. Bezperako arratsera arte erreserbatu dezakezu lekua, eta euria egiten badu, azokaren teilatupean elkartuko gara. Txakurrak ongi etorriak dira, baina lokarriarekin egon behar dute natura erreserban gauden bitartean.",
  ],
];

describe("html_lang_mismatch", () => {
  it.each(Object.entries(PROSE))("accepts %s as declared", (lang, text) => expect(found(lang, text)).toBeNull());

  it.each(pairs)("notices that %s is not %s", (lang, declared) =>
    // Han and kana belong to Chinese as well.
    expect(found(declared, `${PROSE[lang]} ${PROSE[lang]}`)).toBe(
      `html lang is ${declared}, the text reads like ${lang}`,
    ),
  );

  it("notices prose beside code and names", () => {
    const code = "<pre>int main(void) { return the_end(of, all); }\n</pre>".repeat(5);
    expect(found("en", `${PROSE["de"]} ${PROSE["de"]}${code}`)).not.toBeNull();
    expect(found("de", `${PROSE["en"]} ${PROSE["en"]}<p>com.example.der.die.das org.example.und</p>`)).not.toBeNull();
  });

  it.each(UNJUDGED)("says nothing about %s on a page in %s", (_, lang, text) => expect(found(lang, text)).toBeNull());

  it("says nothing about a text that quotes another language", () => {
    expect(found("de", `${PROSE["de"]} ${PROSE["en"]}`)).toBeNull();
    expect(found("fr", `${PROSE["fr"]}<blockquote>${PROSE["en"]}</blockquote>`)).toBeNull();
  });
});
