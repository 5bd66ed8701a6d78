import { declaration } from "../texts.ts";

const TEXT = declaration("tur");
const FACULTIES = ["Tıp", "Hukuk", "Fen-Edebiyat", "Mühendislik", "İktisat", "Güzel Sanatlar"];
/** Letters that windows-1254 has in the place of those of windows-1252. */
const TURKISH = new Map(
  ["Ğğ", "İı", "Şş"].flatMap(
    (pair, i) =>
      [
        [pair[0]!, [0xd0, 0xdd, 0xde][i]!],
        [pair[1]!, [0xf0, 0xfd, 0xfe][i]!],
      ] as [string, number][],
  ),
);

function windows1254(text: string): Uint8Array {
  return Uint8Array.from(
    Array.from(text, (each) => TURKISH.get(each) ?? (each.codePointAt(0)! < 256 ? each.codePointAt(0)! : 0x3f)),
  );
}

const paragraphs = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => TEXT.parts[(from + i) % TEXT.parts.length]!.paragraphs.join(" "))
    .map((each) => `<P ALIGN=justify><FONT FACE="Verdana" SIZE=2>${each}</FONT>`)
    .join("\n");

/** A page as people wrote it about the year 2000: upper case, tables, fonts. `charset` is left out where the page did. */
function page(title: string, body: string, charset = ""): string {
  return `<HTML>\n<HEAD>${charset && `\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=${charset}">`}\n<TITLE>${title}</TITLE>\n<META NAME="GENERATOR" CONTENT="Microsoft FrontPage 4.0">\n</HEAD>\n<BODY BGCOLOR="#FFFFFF" BACKGROUND="images/bg.gif" LINK=#000080>\n${body}\n</BODY>\n</HTML>\n`;
}

const table = (rows: string[][]) =>
  `<TABLE BORDER=1 CELLPADDING=3 WIDTH="100%">${rows.map((row) => `<TR>${row.map((cell) => `<TD VALIGN=top>${cell}`).join("")}`).join("\n")}</TABLE>`;

/** A university in Turkish with frames, tables and windows-1254. */
export function university(): Map<string, Uint8Array> {
  const files = new Map<string, string>();
  files.set(
    "index.html",
    `<HTML><HEAD><TITLE>Üniversite</TITLE></HEAD>\n<FRAMESET ROWS="90,*" BORDER=0><FRAME NAME="ust" SRC="ust.htm" SCROLLING=no NORESIZE>\n<FRAMESET COLS="180,*"><FRAME NAME="menu" SRC="menu.htm"><FRAME NAME="ana" SRC="ana.htm"></FRAMESET>\n<NOFRAMES><BODY>Tarayıcınız çerçeveleri desteklemiyor. <A HREF="ana.htm">Ana sayfa</A></BODY></NOFRAMES></FRAMESET></HTML>`,
  );
  files.set(
    "ust.htm",
    page("", `<CENTER><IMG SRC="images/logo.gif" BORDER=0><H1>Anadolu Kıyı Üniversitesi</H1></CENTER>`),
  );
  files.set(
    "menu.htm",
    page(
      "Menü",
      `<FONT SIZE=2>${FACULTIES.map((name, i) => `<A HREF="fakulte${i}.htm" TARGET=ana>${name} Fakültesi</A><BR>`).join("\n")}<A HREF="Duyurular/index.htm" TARGET="ana">Duyurular</A><BR><A HREF="rektor.htm" TARGET=ana><IMG SRC="images/rektor.gif" ALT="Rektör"></A><BR><A HREF="mailto:bilgi@universite.example">E-posta</A><BR><A HREF="eski_site.htm" TARGET=_top>Eski site</A></FONT>`,
      "windows-1254",
    ),
  );
  files.set(
    "ana.htm",
    page(
      "Ana Sayfa",
      `<H2>Hoş geldiniz</H2>${paragraphs(0, 6)}<HR><A HREF="Duyurular/index.htm">Duyurular için tıklayın</A> <A HREF="arama.htm">tıklayınız</A>`,
      "iso-8859-9",
    ),
  );
  FACULTIES.forEach((name, i) => {
    const people = Array.from({ length: 5 }, (_, at) => [
      `Prof. Dr. ${["Ayşe", "Mehmet", "Şule", "İsmail", "Gül"][at]} ${["Öz", "Yılmaz", "Çetin"][(i + at) % 3]}`,
      `<A HREF="kisi${i}_${at}.htm">Özgeçmiş</A>`,
      `<IMG SRC="images/kisi${at}.jpg" WIDTH=60>`,
    ]);
    files.set(
      `fakulte${i}.htm`,
      page(
        `${name} Fakültesi`,
        `<H1>${name} Fakültesi</H1>${i % 2 ? "" : "<H3>Tarihçe</H3>"}${paragraphs(i + 1, 2 + i)}<H3>Kadro</H3>${table(people)}<A HREF="#top">Başa dön</A> <A HREF="menu.htm">Menü</A>`,
        i % 3 === 0 ? "" : "windows-1254",
      ),
    );
    people.forEach(([who], at) =>
      files.set(
        `kisi${i}_${at}.htm`,
        page(
          who!,
          `<CENTER><B>${who}</B></CENTER>${table([
            ["Adı", who!],
            ["Fakülte", name],
            ["Yayınlar", TEXT.parts[(i + at) % 20]!.paragraphs[0]!],
          ])}<A HREF="fakulte${i}.htm"><IMG SRC="images/geri.gif" WIDTH=20 HEIGHT=20></A>`,
        ),
      ),
    );
  });
  files.set(
    "Duyurular/index.htm",
    page(
      "Duyurular",
      `<A NAME="top"></A><H1>Duyurular</H1><UL>${Array.from({ length: 9 }, (_, i) => `<LI><A HREF="Duyuru%20${i}.htm">${i + 1} Kasım 2001</A> - ${TEXT.parts[i]!.title}`).join("\n")}</UL>`,
      "windows-1254",
    ),
  );
  for (let i = 0; i < 9; i++)
    files.set(
      `Duyurular/Duyuru ${i}.htm`,
      page(
        "Duyurular",
        `<H1>Duyuru</H1>${paragraphs(i, 1)}<A HREF="index.htm">Geri</A><BLINK>Yeni!</BLINK>${i === 4 ? '<EMBED SRC="film.swf" WIDTH=200 HEIGHT=100>' : ""}`,
        "windows-1254",
      ),
    );
  files.set("rektor.htm", page("Rektör", `<H1>Rektörün mesajı</H1>${paragraphs(8, 4)}<MARQUEE>Hoş geldiniz</MARQUEE>`));
  files.set(
    "arama.htm",
    page("Arama", `<FORM ACTION="/cgi-bin/ara.pl"><INPUT NAME=q SIZE=30><INPUT TYPE=submit VALUE="Ara"></FORM>`),
  );
  files.set(
    "eski_site.htm",
    `<HTML><HEAD><META HTTP-EQUIV="Refresh" CONTENT="3;URL=ana.htm"><TITLE>Taşındık</TITLE></HEAD><BODY>Yeni adresimiz: <A HREF="ana.htm">burada</A></BODY></HTML>`,
  );
  return new Map(Array.from(files, ([name, html]) => [name, windows1254(html)]));
}
