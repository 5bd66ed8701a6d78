import { declaration, longPart } from "../texts.ts";

const TEXT = declaration("tha");
const ROMAN = ["about", "news", "service", "law", "download", "contact"];
const THAI = ["เกี่ยวกับเรา", "ข่าวประชาสัมพันธ์", "บริการประชาชน", "กฎหมาย", "ดาวน์โหลด", "ติดต่อเรา"];
const OFFICE = "สำนักงานเขตริมน้ำ";

const menu = `<table width="100%" class="moduletable"><tbody><tr>${ROMAN.map((name, i) => `<td class="menu"><a href="/index.php/${name}" class="mainlevel">${THAI[i]}</a></td>`).join("")}<td><a href="/index.php/en"><img src="/images/stories/en.gif" width="18" height="12" /></a></td></tr></tbody></table>`;

/** A page as templates of Joomla 1.5 write it: XHTML, tables, the base element. */
function page(title: string, path: string, main: string, metas = ""): string {
  return `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="th-th" lang="th-th" >
<head>
  <base href="https://truth.example${path}" />
  <meta http-equiv="content-type" content="text/html; charset=utf-8" />
  <meta name="robots" content="index, follow" />
  <meta name="keywords" content="เขต, ราชการ" />
  <meta name="description" content="${metas || OFFICE}" />
  <meta name="generator" content="Joomla! 1.5 - Open Source Content Management" />
  <title>${title}</title>
  <link href="/favicon.ico" rel="shortcut icon" type="image/x-icon" />
  <script type="text/javascript" src="/media/system/js/mootools.js"></script>
</head>
<body><a name="up" id="up"></a>
<div align="center"><table width="980" border="0" cellpadding="0" cellspacing="0"><tr><td colspan="3"><a href="/"><img src="/images/banner.jpg" width="980" height="150" border="0" alt="${OFFICE}" /></a></td></tr><tr><td colspan="3">${menu}</td></tr>
<tr valign="top"><td width="180"><form action="/index.php" method="post" name="login"><label for="modlgn_username">ชื่อผู้ใช้</label><br /><input id="modlgn_username" type="text" name="username" class="inputbox" /><label for="modlgn_passwd">รหัสผ่าน</label><br /><input id="modlgn_passwd" type="password" name="passwd" class="inputbox" /><input type="submit" name="Submit" class="button" value="เข้าสู่ระบบ" /></form></td><td id="content">${main}</td><td width="160"><div class="moduletable"><h3>สถิติ</h3><img src="/images/counter.gif" alt="" border="0" /> 12,345</div></td></tr></table></div>
<div id="footer">&copy; ${OFFICE}</div>
</body></html>`;
}

const heading = (text: string, path: string) =>
  `<table class="contentpaneopen"><tr><td class="contentheading" width="100%"><h2>${text}</h2></td><td align="right" class="buttonheading"><a href="${path}?tmpl=component&amp;print=1" title="พิมพ์" onclick="window.open(this.href,'win2','status=no');return false;" rel="nofollow"><img src="/images/M_images/printButton.png" alt="พิมพ์" /></a></td></tr></table>`;

/** An office of a district in Thai, after the manner of Joomla 1.5. Folders stand for `index.php/…`. */
export function office(): Map<string, string> {
  const files = new Map<string, string>();
  const list = (name: string) =>
    Array.from({ length: 8 }, (_, i) => ({
      path: `/index.php/${name}/${10 + i}-item`,
      part: longPart(TEXT, i + ROMAN.indexOf(name) * 3, 1 + (i % 4)),
    }));
  files.set(
    "index.html",
    page(
      `หน้าแรก ${OFFICE}`,
      "/",
      `<div class="componentheading">ยินดีต้อนรับ</div>${longPart(TEXT, 0, 5)
        .paragraphs.map((each) => `<p>${each}</p>`)
        .join("")}<a href="/index.php/news" class="readon">อ่านเพิ่มเติม...</a>`,
    ),
  );
  ROMAN.forEach((name, i) => {
    const path = `/index.php/${name}`;
    const rows = list(name)
      .map(
        ({ path: href, part }, at) =>
          `<tr class="sectiontableentry${1 + (at % 2)}"><td>${at + 1}</td><td><a href="${href}">${part.title} ${at + 1}</a></td><td><a href="${href}">อ่าน</a></td></tr>`,
      )
      .join("");
    files.set(
      `index.php/${name}/index.html`,
      page(THAI[i]!, `${path}/`, `${heading(THAI[i]!, path)}<table width="100%">${rows}</table>`),
    );
    for (const { path: own, part } of list(name))
      files.set(
        `${own.slice(1)}/index.html`,
        page(
          part.title,
          `${own}/`,
          `${heading(part.title, own)}<table class="contentpaneopen"><tr><td>${part.paragraphs.map((each) => `<p>${each}</p>`).join("")}<p><a href="/เอกสาร/${encodeURIComponent("แบบฟอร์ม")}.pdf">คลิกที่นี่</a></p></td></tr></table><table class="pagenav"><tr><th class="pagenav_prev"><a href="/index.php/${name}">&lt; กลับ</a></th></tr></table><span class="article_separator">&nbsp;</span>`,
          part.paragraphs[0]!.slice(0, 140),
        ),
      );
  });
  files.set(
    "index.php/en/index.html",
    page(
      "District Office",
      "/index.php/en/",
      `<h1>Riverside District Office</h1><p>This page is under construction.</p>`,
    ),
  );
  return files;
}
