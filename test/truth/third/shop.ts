import { articles, markdown } from "./texts.ts";

/** A shop for computers in a Polish town, with Hugo and layouts that its owner put together. */

const KINDS = [
  ["laptopy", "Laptopy", "Laptopy nowe i poleasingowe, sprawdzone w naszym serwisie"],
  ["monitory", "Monitory", "Monitory do biura, do gier i dla grafików"],
  ["drukarki", "Drukarki", "Drukarki laserowe i atramentowe razem z tuszami"],
  ["akcesoria", "Akcesoria", ""],
] as const;
const MAKES = ["Lenora", "Delta Pro", "Hermes", "Asteria", "Bremo", "Toruń 2000"];
const WHAT = [
  "Sprzęt po pełnym przeglądzie: nowa pasta, wyczyszczone wentylatory, sprawdzona bateria. Do zestawu dokładamy zasilacz i instrukcję po polsku.",
  "Idealny do domu i szkoły. Działa cicho, nie nagrzewa się, a obudowa wytrzyma codzienne noszenie w plecaku.",
  "Ten model kupują u nas głównie biura rachunkowe i kancelarie. Na życzenie instalujemy system, pakiet biurowy i program antywirusowy.",
  "Końcówka serii, ostatnie sztuki w magazynie. Możliwe drobne ślady na obudowie, ekran bez zarzutu.",
];

const BASE = `<!DOCTYPE html>
<html lang="pl-PL">
<head>
<script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag('js',new Date());gtag('config','G-0000000');</script>
<meta charset="utf-8">
<meta http-equiv="X-UA-Compatible" content="IE=edge">
<meta name="viewport" content="width=device-width, initial-scale=1, maximum-scale=5">
<title>{{ block "title" . }}{{ .Title }} - Sklep komputerowy Kowalski Siedlce{{ end }}</title>
<meta name="description" content="{{ with .Description }}{{ . }}{{ else }}Sklep komputerowy Kowalski w Siedlcach - laptopy, monitory, drukarki, serwis. Zapraszamy!{{ end }}">
<meta name="keywords" content="sklep komputerowy, laptopy siedlce, serwis laptopów, drukarki">
<link rel="canonical" href="{{ .Permalink }}">
<meta property="og:title" content="{{ .Title }}"><meta property="og:type" content="website"><meta property="og:url" content="{{ .Permalink }}">
{{ with .Params.image }}<meta property="og:image" content="{{ . | absURL }}">{{ end }}
<link rel="stylesheet" href="/css/style.css?v=3">
{{ block "head" . }}{{ end }}
</head>
<body class="{{ .Kind }}">
<noscript><iframe src="https://www.googletagmanager.example/ns.html?id=GTM-XXXX" height="0" width="0" style="display:none;visibility:hidden"></iframe></noscript>
<div id="cookies" class="cookie-bar">Ta strona używa plików cookies. <a href="/polityka-prywatnosci/">Dowiedz się więcej</a> <a href="#" onclick="document.getElementById('cookies').style.display='none';return false">OK</a></div>
<header class="top">
<div class="container"><a href="tel:+48255550100"><i class="fa fa-phone"></i> 25 555 01 00</a> | <a href="mailto:sklep@kowalski.example">sklep@kowalski.example</a>
<a href="https://www.facebook.com/kowalski.example" target="_blank"><i class="fa fa-facebook"></i></a></div>
<a class="logo" href="{{ "/" | relURL }}"><img src="/img/logo.png" width="220" height="60"></a>
<form class="search" action="/szukaj/"><input type="search" name="q" placeholder="Szukaj produktu..."><button type="submit"><i class="fa fa-search"></i></button></form>
<nav><a class="menu-toggle" href="javascript:void(0)"><span></span><span></span><span></span></a><ul>
<li><a href="/">Strona główna</a></li>{{ range .Site.Sections }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}<li><a href="/serwis/">Serwis</a></li><li><a href="/kontakt/">Kontakt</a></li></ul></nav>
</header>
<div id="content" class="container">{{ block "main" . }}{{ end }}</div>
<footer><div class="row"><div class="col"><h4>Godziny otwarcia</h4><p>pon.-pt. 9:00-17:00<br>sob. 9:00-13:00</p></div>
<div class="col"><h4>Informacje</h4><ul><li><a href="/regulamin/">Regulamin</a></li><li><a href="/polityka-prywatnosci/">Polityka prywatności</a></li><li><a href="/dostawa/">Dostawa i płatność</a></li></ul></div>
<div class="col"><h4>Newsletter</h4><form action="https://newsletter.example/subscribe" method="post"><input type="email" name="EMAIL" required placeholder="Twój e-mail"><label><input type="checkbox" name="zgoda"> Wyrażam zgodę</label><input type="submit" value="Zapisz się"></form></div></div>
<p class="copy">© 2009-2026 Sklep komputerowy Kowalski. Realizacja: <a href="http://studio-www.example" rel="nofollow">Studio WWW</a></p></footer>
<a id="totop" href="#"><i class="fa fa-chevron-up"></i></a>
<script src="/js/jquery.min.js"></script><script src="/js/main.js?v=3"></script>
</body>
</html>
`;
const CRUMBS = `<ol class="breadcrumb" itemscope itemtype="https://schema.org/BreadcrumbList"><li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem"><a itemprop="item" href="/"><span itemprop="name">Start</span></a><meta itemprop="position" content="1"></li>{{ with .CurrentSection }}<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem"><a itemprop="item" href="{{ .RelPermalink }}"><span itemprop="name">{{ .Title }}</span></a><meta itemprop="position" content="2"></li>{{ end }}</ol>`;
const CARD = `<div class="product"><a href="{{ .RelPermalink }}"><img class="lazy" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="{{ .Params.image }}" alt="{{ .Title }}"></a><h3><a href="{{ .RelPermalink }}">{{ .Title }}</a></h3>{{ with .Params.price }}<p class="price">{{ . }} zł</p>{{ end }}<a class="btn" href="{{ .RelPermalink }}">Zobacz</a></div>`;
const LIST = `{{ define "main" }}${CRUMBS}<h1>{{ .Title }}</h1>{{ .Content }}<div class="products">{{ range (.Paginate .RegularPages 12).Pages }}{{ partial "card.html" . }}{{ end }}</div>{{ template "_internal/pagination.html" . }}{{ end }}`;
const SINGLE = `{{ define "head" }}{{ with .Params.price }}<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":{{ $.Title }},"image":"{{ $.Params.image | absURL }}","description":{{ $.Summary | plainify }},"offers":{"@type":"Offer","price":{{ . }},"priceCurrency":"PLN","availability":"https://schema.org/InStock"}}</script>{{ end }}{{ end }}
{{ define "main" }}${CRUMBS}<div class="item">{{ with .Params.image }}<a class="zoom" href="{{ . }}"><img src="{{ . }}" alt="{{ $.Title }}"></a>{{ end }}<h1>{{ .Title }}</h1>{{ with .Params.price }}<p class="price"><del>{{ add . 200 }} zł</del> <strong>{{ . }} zł</strong></p><form action="/koszyk/" method="post"><input type="number" name="ilosc" value="1" min="1"><button class="btn add">Do koszyka</button></form>{{ end }}{{ .Content }}</div>
{{ with .CurrentSection }}<h2>Zobacz także</h2><div class="products">{{ range first 4 .RegularPages }}{{ partial "card.html" . }}{{ end }}</div>{{ end }}{{ end }}`;
const HOME = `{{ define "title" }}Sklep komputerowy Kowalski Siedlce{{ end }}{{ define "main" }}<div class="slider"><a href="/laptopy/"><img src="/img/baner 1.jpg" alt=""></a><a href="/serwis/"><img src="/img/baner2.jpg" alt="serwis"></a></div><h2>Witamy w naszym sklepie!</h2>{{ .Content }}{{ range .Site.Sections }}<h3>{{ .Title }}</h3><div class="products">{{ range first 4 .RegularPages }}{{ partial "card.html" . }}{{ end }}</div><a href="{{ .RelPermalink }}">więcej &raquo;</a>{{ end }}{{ end }}`;

const page = (title: string, text: string, more: Record<string, unknown> = {}) =>
  `${JSON.stringify({ title, date: "2026-03-01", ...more })}\n\n${text}\n`;

const CONTACT = `<h3>Sklep Komputerowy KOWALSKI</h3><p>ul. Wojskowa 12<br>08-110 Siedlce</p><p>NIP 8210000000</p>\n<iframe src="https://www.google.example/maps/embed?pb=1" width="600" height="450" frameborder="0" style="border:0" allowfullscreen></iframe>\n<form action="/mail.php" method="post"><p>Imię:<br><input type="text" name="imie"></p><p>E-mail:<br><input type="text" name="email"></p><p>Wiadomość:<br><textarea name="tresc" rows="8"></textarea></p><input type="submit" value="Wyślij"></form>\n`;
const SERVICE = `Naprawiamy laptopy, komputery i drukarki. **Diagnoza gratis!** Przynieś sprzęt do sklepu albo zamów kuriera.\n\n| Usługa | Cena |\n|---|---|\n| Czyszczenie laptopa | 120 zł |\n| Wymiana matrycy | od 250 zł |\n| Odzyskiwanie danych | wycena |\n| Instalacja systemu | 100 zł |\n\n[Kliknij tutaj](/kontakt/) i umów się na wizytę.\n`;

/** Files of the shop: 60 products, a blog, pages of information. */
export function shopFiles(): Map<string, string> {
  const files: [string, string][] = KINDS.flatMap(([folder, name, text], kind) => {
    const index: [string, string] = [
      `content/${folder}/_index.md`,
      page(name, text, text ? { description: text } : {}),
    ];
    const products = Array.from({ length: 15 }, (_, i): [string, string] => {
      const model = `${MAKES[(i + kind) % 6]!} ${["X", "S", "TX-", "Air "][i % 4]!}${120 + i * 35}`;
      const points = ["gwarancja 24 miesiące", `waga ${1 + (i % 4)},${i % 10} kg`, "wysyłka w 24 h", "faktura VAT"];
      const text = `${WHAT[i % 4]!}\n\n### Cechy\n\n${points.map((each) => `- ${each}`).join("\n")}\n\n${i % 3 === 0 ? `${WHAT[(i + 1) % 4]!}\n\n[więcej informacji](/serwis/)\n` : ""}`;
      return [
        `content/${folder}/produkt-${kind * 15 + i + 1}.md`,
        page(model, text, { image: `/img/produkty/${kind}_${i}.JPG`, price: 399 + i * 130 + kind * 40 }),
      ];
    });
    return [index].concat(products);
  });
  const blog = articles("pl", 40).map((each): [string, string] => [
    `content/blog/${each.slug}.md`,
    page(each.title, markdown(each, 3), each.lead.length > 60 ? { description: each.lead } : {}),
  ]);
  return new Map([
    ...files,
    ...blog,
    ["content/blog/_index.md", page("Porady", "")],
    [
      "content/_index.md",
      page(
        "Start",
        "Jesteśmy rodzinnym sklepem z Siedlec. Od 2009 roku doradzamy, sprzedajemy i naprawiamy. Zapraszamy na ul. Wojskową 12!",
      ),
    ],
    ["content/kontakt.md", page("Kontakt", CONTACT)],
    ["content/serwis.md", page("Serwis komputerowy", SERVICE)],
    ["content/regulamin.md", page("Regulamin", "Regulamin w przygotowaniu.")],
    [
      "content/dostawa.md",
      page(
        "Dostawa i płatność",
        "Wysyłamy kurierem (19 zł) i do paczkomatów (13 zł). Odbiór osobisty bezpłatny. Płatność przelewem, kartą lub przy odbiorze.",
      ),
    ],
    ["layouts/_default/baseof.html", BASE],
    ["layouts/_default/list.html", LIST],
    ["layouts/_default/single.html", SINGLE],
    ["layouts/index.html", HOME],
    ["layouts/partials/card.html", CARD],
    [
      "config.json",
      JSON.stringify({
        baseURL: "https://kowalski.example/",
        languageCode: "pl",
        title: "Kowalski",
        disableKinds: ["taxonomy", "term", "RSS"],
        markup: { goldmark: { renderer: { unsafe: true } } },
      }),
    ],
  ]);
}
