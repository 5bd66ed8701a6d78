import { articles, type Article } from "./texts.ts";

/** A primary school in a Czech town with Lektor, kept up by a teacher. */
const MODEL = (name: string, fields: string, more = "") =>
  `[model]\nname = ${name}\nlabel = {{ this.title }}\n${more}\n[fields.title]\nlabel = Title\ntype = string\n\n${fields}`;
const BODY = "[fields.body]\nlabel = Body\ntype = markdown\n";
const NEWS = `[fields.date]\nlabel = Date\ntype = date\n\n[fields.perex]\nlabel = Perex\ntype = string\n\n${BODY}`;
const CHILDREN = "\n[children]\nmodel = clanek\norder_by = -date\n\n[pagination]\nenabled = yes\nper_page = 10\n";

const LAYOUT = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="cs" lang="cs">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<meta name="author" content="ZŠ Lipová" />
<meta name="robots" content="index, follow" />
<title>{% block title %}{{ this.title }}{% endblock %} | Základní škola Lipová</title>
<link rel="shortcut icon" href="{{ '/static/favicon.ico'|url }}" />
<link rel="stylesheet" type="text/css" href="{{ '/static/style.css'|asseturl if false else '/static/style.css' }}" media="screen" />
<script type="text/javascript" src="/static/jquery-1.8.3.min.js"></script>
</head>
<body>
<div id="page">
<div id="header"><h1><a href="{{ '/'|url }}">Základní škola Lipová</a></h1><p>příspěvková organizace</p></div>
<table width="100%" cellspacing="0" cellpadding="4"><tr><td id="menu" valign="top" width="180">
<ul>{% for href, title in [['/aktuality', 'Aktuality'], ['/ucitele', 'Učitelé'], ['/jidelna', 'Školní jídelna'], ['/dokumenty', 'Dokumenty'], ['/kontakt', 'Kontakt']] %}<li{% if this._path.startswith(href) %} class="active"{% endif %}><a href="{{ href|url }}">{{ title }}</a></li>{% endfor %}</ul>
<h3>Odkazy</h3><a href="http://www.msmt.example"><img src="/static/msmt.gif" border="0" alt="MŠMT" /></a><br /><a href="http://www.eu.example"><img src="/static/eu.gif" border="0" /></a>
<p>Počet návštěv: <img src="http://toplist.example/count.asp?id=1" alt="TOPlist" border="0" width="88" height="31" /></p>
</td><td valign="top" id="obsah">
{% block body %}{{ this.body }}{% endblock %}
</td></tr></table>
<div id="footer">© ZŠ Lipová 2012 | <a href="#page">Nahoru</a> | <a href="javascript:window.print()">Vytisknout stránku</a></div>
</div>
</body>
</html>
`;
const PAGE = `{% extends "layout.html" %}{% block body %}<h2>{{ this.title }}</h2>\n{{ this.body }}{% endblock %}`;
const LIST = `{% extends "layout.html" %}{% block body %}<h2>{{ this.title }}</h2>
{% for each in this.pagination.items %}<div class="novinka"><h3><a href="{{ each|url }}">{{ each.title }}</a></h3><p><small>{{ each.date }}</small> {{ each.perex }} <a href="{{ each|url }}">celý článek</a></p></div>{% endfor %}
<div class="strankovani">{% if this.pagination.has_prev %}<a href="{{ this.pagination.prev|url }}">&laquo; novější</a>{% endif %} {{ this.pagination.page }} z {{ this.pagination.pages }} {% if this.pagination.has_next %}<a href="{{ this.pagination.next|url }}">starší &raquo;</a>{% endif %}</div>{% endblock %}`;
const ARTICLE = `{% extends "layout.html" %}{% block body %}<h2>{{ this.title }}</h2><p class="datum">Vloženo: {{ this.date }}</p><p><b>{{ this.perex }}</b></p>\n{{ this.body }}\n<p><a href="{{ this.parent|url }}">zpět</a></p>{% endblock %}`;

const NAMES = ["Nováková", "Svoboda", "Dvořáková", "Černý", "Procházková", "Kučera", "Veselá", "Horák"];
const FIRST = ["Jana", "Petr", "Marie", "Tomáš"];
const TEACHERS = NAMES.flatMap((name, i) =>
  FIRST.slice(0, 3).map(
    (first, k) =>
      `| Mgr. ${first} ${name} | ${1 + ((i + k) % 9)}.${"AB"[k % 2]!} | [${first.toLowerCase()}@lipova.example](mailto:${first.toLowerCase()}@lipova.example) |`,
  ),
);
const MEALS = ["Pondělí", "Úterý", "Středa", "Čtvrtek", "Pátek"].map(
  (day, i) =>
    `#### ${day}\n\nPolévka ${["hrachová", "zeleninová", "vývar s nudlemi", "bramborová", "gulášová"][i]!}, ${["kuře na paprice, těstoviny", "čočka na kyselo, vejce, chléb", "svíčková, knedlík", "rybí filé, brambory", "krupicová kaše"][i]!}, čaj\n`,
);

const contents = (model: string, title: string, body: string, more = "") =>
  `_model: ${model}\n---\ntitle: ${title}\n---\n${more}body:\n\n${body}\n`;

/** Lektor reads a line of three hyphens as the end of a field. */
const text = ({ blocks }: Article) =>
  blocks
    .map(({ heading, paragraphs, steps }) =>
      [heading && `### ${heading}`, ...paragraphs, steps.map((each) => `* ${each}`).join("\n")]
        .filter(Boolean)
        .join("\n\n"),
    )
    .join("\n\n")
    .replaceAll("<", "&lt;");

/** Files of the school's site: 55 articles, tables, forms to print. */
export function schoolFiles(): Map<string, string> {
  const news = articles("cs", 55).map((each, i): [string, string] => [
    `content/aktuality/${each.slug}/contents.lr`,
    contents(
      "clanek",
      each.title,
      `${text(each)}\n\n${i % 5 === 0 ? `<a href="/static/foto/IMG_${2000 + i}.JPG"><img src="/static/foto/IMG_${2000 + i}_nahled.JPG" align="right"></a>\n` : ""}`,
      `date: 2025-${String(1 + (i % 12)).padStart(2, "0")}-1${i % 10}\n---\nperex: ${each.lead}\n---\n`,
    ),
  ]);
  const papers = ["Přihláška do školní družiny", "Omluvný list", "Školní řád", "Výroční zpráva 2024"];
  return new Map([
    ["skola.lektorproject", "[project]\nname = Skola\nlocale = cs\nurl = http://www.zslipova.example\n"],
    ["models/page.ini", MODEL("Page", BODY)],
    ["models/clanek.ini", MODEL("Clanek", NEWS, "hidden = yes\n")],
    ["models/aktuality.ini", MODEL("Aktuality", "", CHILDREN)],
    ["templates/layout.html", LAYOUT],
    ["templates/page.html", PAGE],
    ["templates/clanek.html", ARTICLE],
    ["templates/aktuality.html", LIST],
    [
      "content/contents.lr",
      contents(
        "page",
        "Vítejte",
        "Vítejte na stránkách naší školy. Jsme malá škola s velkou zahradou, devíti třídami a školní kuchyní.\n\n![škola](/static/skola.jpg)\n\n**Zápis do 1. třídy proběhne 10. dubna!** Více [zde](/dokumenty/).\n\n<marquee>Sbírka starého papíru bude ve čtvrtek.</marquee>",
      ),
    ],
    ["content/aktuality/contents.lr", contents("aktuality", "Aktuality", "")],
    [
      "content/ucitele/contents.lr",
      contents("page", "Učitelé", `| Jméno | Třída | E-mail |\n|---|---|---|\n${TEACHERS.join("\n")}\n`),
    ],
    [
      "content/jidelna/contents.lr",
      contents(
        "page",
        "Školní jídelna",
        `Oběd stojí 34 Kč. Odhlášky do 7:30 na čísle 555 010 020.\n\n${MEALS.join("\n")}`,
      ),
    ],
    [
      "content/dokumenty/contents.lr",
      contents(
        "page",
        "Dokumenty",
        papers
          .map((each, i) => `* [${each}](/static/dokumenty/${i === 1 ? "omluvny list" : `dokument${i}`}.doc)`)
          .join("\n"),
      ),
    ],
    [
      "content/kontakt/contents.lr",
      contents(
        "page",
        "Kontakt",
        `ZŠ Lipová, Lipová 5, 751 14\n\ntel.: 555 010 020\n\n<iframe src="https://mapy.example/s/lipova" width="500" height="300"></iframe>`,
      ),
    ],
    ...news,
  ]);
}
