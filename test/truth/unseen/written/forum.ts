import { declaration, longPart } from "../texts.ts";

const TEXT = declaration("fin");
const NAMES = ["Aino", "Väinö", "Kullervo", "Lempi", "Ilmari"];
const FORUMS = ["Yleinen keskustelu", "Tekniikka ja laitteet", "Osto ja myynti"];

interface Topic {
  id: number;
  forum: number;
  title: string;
  posts: string[];
}

const TOPICS: Topic[] = Array.from({ length: 21 }, (_, id) => {
  const part = longPart(TEXT, id, 2 + (id % 6));
  return {
    id: 100 + id,
    forum: 1 + (id % 3),
    title: part.paragraphs[0]!.split(" ").slice(0, 5).join(" ").replace(/[.,]$/, ""),
    posts: part.paragraphs,
  };
});
const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A page as the style prosilver of phpBB writes it. */
function page(title: string, main: string, head = ""): string {
  return `<!DOCTYPE html>
<html dir="ltr" lang="fi">
<head>
<meta charset="utf-8" />
<meta http-equiv="X-UA-Compatible" content="IE=edge">
<meta name="viewport" content="width=device-width, initial-scale=1" />
${head}<title>${escape(title)}</title>
<link href="./assets/css/font-awesome.min.css?assets_version=3" rel="stylesheet">
</head>
<body id="phpbb" class="nojs notouch section-viewtopic ltr ">
<div id="wrap" class="wrap">
<a id="top" class="top-anchor" accesskey="t"></a>
<div id="page-header"><div class="headerbar" role="banner"><div class="inner"><div id="site-description"><a id="logo" class="logo" href="/index.html" title="Etusivu"><span class="site_logo"></span></a><h1>Mökkifoorumi</h1><p>Keskustelua mökeistä ja metsästä</p><p class="skiplink"><a href="#start_here">Siirry sisältöön</a></p></div>
<div id="search-box" class="search-box search-header" role="search"><form action="./search.html" method="get" id="search"><fieldset><input name="keywords" type="search" maxlength="128" title="Etsi avainsanoilla" class="inputbox search tiny" size="20" value="" placeholder="Etsi…" /><button class="button button-search" type="submit" title="Etsi"><i class="icon fa-search fa-fw" aria-hidden="true"></i><span class="sr-only">Etsi</span></button><a href="./search.html" class="button button-search-end" title="Tarkennettu haku"><i class="icon fa-cog fa-fw" aria-hidden="true"></i><span class="sr-only">Tarkennettu haku</span></a></fieldset></form></div></div></div>
<div class="navbar" role="navigation"><ul id="nav-main" class="nav-main linklist" role="menubar"><li><a href="./faq.html" rel="help" title="Usein kysyttyä" role="menuitem"><i class="icon fa-question-circle fa-fw" aria-hidden="true"></i><span>UKK</span></a></li><li class="rightside"><a href="./ucp.html?mode=login&amp;sid=0a1b2c3d4e5f60718293a4b5c6d7e8f9" title="Kirjaudu sisään" accesskey="x" role="menuitem"><span>Kirjaudu sisään</span></a></li></ul></div></div>
<a id="start_here" class="anchor"></a>
<div id="page-body" class="page-body" role="main">
${main}
</div>
<div id="page-footer" class="page-footer" role="contentinfo"><div class="copyright"><p class="footer-row"><span>Powered by <a href="https://www.phpbb.example/">phpBB</a>® Forum Software</span></p></div></div>
</div></body></html>`;
}

const form = `<form method="post" action="./posting.html" id="qr_postform"><div class="panel" id="postingbox"><h3>Vastaa</h3><fieldset><dl><dt><label for="subject">Otsikko:</label></dt><dd><input type="text" name="subject" id="subject" size="45" class="inputbox autowidth" /></dd></dl><div id="message-box"><textarea name="message" rows="15" cols="76"></textarea></div><input type="hidden" name="form_token" value="x" /><input type="submit" value="Lähetä" class="button1" /></fieldset></div></form>`;

function topic({ id, forum, title, posts }: Topic): string {
  const list = posts.map((text, i) => {
    const name = NAMES[(id + i) % NAMES.length]!;
    const number = id * 10 + i;
    return `<div id="p${number}" class="post has-profile bg${i % 2}"><div class="inner"><dl class="postprofile" id="profile${number}"><dt><div class="avatar-container"><a href="./memberlist.html?mode=viewprofile&amp;u=${i}" class="avatar"><img class="avatar" src="./download/avatar${i}.png" width="90" height="90" alt="Käyttäjän avatar" /></a></div><a href="./memberlist.html?mode=viewprofile&amp;u=${i}" class="username">${name}</a></dt><dd class="profile-posts"><strong>Viestit:</strong> ${17 * i}</dd></dl><div class="postbody"><div id="post_content${number}"><h3 ${i ? "" : 'class="first"'}><a href="#p${number}">${i ? "Re: " : ""}${escape(title)}</a></h3><p class="author"><a class="unread" href="./viewtopic-${id}.html?p=${number}#p${number}" title="Viesti"><i class="icon fa-file fa-fw" aria-hidden="true"></i><span class="sr-only">Viesti</span></a></p><div class="content">${escape(text)}${i === 1 ? `<br><img src="http://kuvat.example/${number}.jpg" class="postimage" alt="Kuva" />` : ""}${i === 2 ? ` <a href="http://www.mokki.example/" class="postlink">tästä</a>` : ""}</div></div></div></div></div>`;
  });
  return page(
    `${title} - Mökkifoorumi`,
    `<h2 class="topic-title"><a href="./viewtopic-${id}.html">${escape(title)}</a></h2><div class="action-bar bar-top"><a href="./posting.html?mode=reply&amp;t=${id}" class="button" title="Vastaa"><span>Vastaa</span></a></div>${list.join("\n")}${form}<div class="jumpbox"><a href="./viewforum-${forum}.html">Takaisin: ${FORUMS[forum - 1]}</a></div>`,
    `<link rel="canonical" href="https://truth.example/viewtopic-${id}.html">\n`,
  );
}

/** A forum in Finnish, after the manner of phpBB. */
export function forum(): Map<string, string> {
  const files = new Map<string, string>();
  const row = (href: string, title: string, text: string) =>
    `<li class="row"><dl class="row-item"><dt title="Ei uusia viestejä"><a href="${href}" class="row-item-link"></a><div class="list-inner"><a href="${href}" class="forumtitle">${escape(title)}</a><br />${text}</div></dt></dl></li>`;
  files.set(
    "index.html",
    page(
      "Mökkifoorumi - Etusivu",
      `<div class="forabg"><ul class="topiclist forums">${FORUMS.map((name, i) => row(`./viewforum-${i + 1}.html`, name, `Aiheita: ${7 + i}`)).join("")}</ul></div>`,
    ),
  );
  FORUMS.forEach((name, i) => {
    const own = TOPICS.filter((each) => each.forum === i + 1);
    files.set(
      `viewforum-${i + 1}.html`,
      page(
        `${name} - Mökkifoorumi`,
        `<h2 class="forum-title"><a href="./viewforum-${i + 1}.html">${name}</a></h2><ul class="topiclist topics">${own.map((each) => row(`./viewtopic-${each.id}.html`, each.title, `Kirjoittaja ${NAMES[each.id % 5]}`)).join("")}</ul>`,
      ),
    );
  });
  for (const each of TOPICS) files.set(`viewtopic-${each.id}.html`, topic(each));
  files.set(
    "faq.html",
    page(
      "Usein kysyttyä - Mökkifoorumi",
      `<h2>Usein kysyttyä</h2>${TEXT.parts
        .slice(0, 8)
        .map(
          ({ title, paragraphs }, i) =>
            `<div class="content"><h4 id="f${i}">${title}</h4><p>${paragraphs.join(" ")}</p></div>`,
        )
        .join("")}`,
    ),
  );
  for (const name of ["search", "ucp", "posting", "memberlist"])
    files.set(
      `${name}.html`,
      page(
        "Mökkifoorumi - Tiedot",
        `<h2 class="message-title">Tiedot</h2><p>Sinun täytyy kirjautua sisään, jotta voit jatkaa.</p>`,
        '<meta name="robots" content="noindex" />\n',
      ),
    );
  return files;
}
