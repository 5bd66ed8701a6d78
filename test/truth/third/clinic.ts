import { declaration, longPart } from "../unseen/texts.ts";

/** A clinic in Chiang Mai with Metalsmith and Nunjucks, in Thai with a few English words, as an agency left it. */
const NAV = [
  ["/", "หน้าแรก"],
  ["/services/", "บริการ"],
  ["/doctors/", "แพทย์ของเรา"],
  ["/articles/", "บทความสุขภาพ"],
  ["/contact/", "ติดต่อเรา"],
];
const LAYOUT = `<!doctype html>
<html class="no-js" lang="th">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,user-scalable=no">
<title>{{ title }} | คลินิกดอยสุเทพ Doi Suthep Clinic</title>
{% if description %}<meta name="description" content="{{ description }}">{% endif %}
<meta property="og:site_name" content="Doi Suthep Clinic"><meta property="og:title" content="{{ title }}"><meta property="og:image" content="/images/share.jpg"><meta property="og:locale" content="th_TH">
<meta name="twitter:card" content="summary_large_image">
<link rel="icon" href="/favicon.png"><link rel="preconnect" href="https://fonts.gstatic.example" crossorigin>
<link href="https://fonts.example/css2?family=Sarabun:wght@400;700&display=swap" rel="stylesheet">
<link rel="stylesheet" href="/assets/bootstrap.min.css"><link rel="stylesheet" href="/assets/main.css">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"MedicalClinic","name":"คลินิกดอยสุเทพ","telephone":"+66 53 555 010","address":{"@type":"PostalAddress","addressLocality":"เชียงใหม่","addressCountry":"TH"},"openingHours":"Mo-Sa 08:00-20:00"}</script>
</head>
<body>
<nav class="navbar"><a class="navbar-brand" href="/"><svg width="120" height="32" viewBox="0 0 120 32"><path d="M0 0h20v20z"/></svg></a>
<button class="navbar-toggler" data-toggle="collapse" data-target="#menu"><span class="navbar-toggler-icon"></span></button>
<ul id="menu" class="navbar-nav">{% for each in nav %}<li class="nav-item"><a class="nav-link" href="{{ each[0] }}">{{ each[1] }}</a></li>{% endfor %}<li><a href="/en/" hreflang="en">EN</a></li></ul></nav>
<main role="main">{{ contents | safe }}</main>
<footer class="footer"><div class="container"><div class="row"><div class="col-4"><h5>คลินิกดอยสุเทพ</h5><p>99/1 ถนนสุเทพ อำเภอเมือง เชียงใหม่ 50200</p></div><div class="col-4"><h5>ติดตามเรา</h5><a href="https://facebook.example/doisuthep"><i class="fab fa-facebook"></i></a> <a href="https://line.example/ti/p/@doi"><i class="fab fa-line"></i></a></div><div class="col-4"><h5>นัดหมาย</h5><form id="book"><input type="text" class="form-control" id="name" placeholder="ชื่อ-นามสกุล"><input type="tel" class="form-control" id="tel" placeholder="เบอร์โทร"><select id="dept" class="form-control"><option>อายุรกรรม</option><option>กุมารเวช</option></select><button type="button" class="btn btn-primary">ส่ง</button></form></div></div><p>Copyright © 2026. All Rights Reserved.</p></div></footer>
<div id="fb-root"></div><script src="/assets/jquery-3.3.1.slim.min.js"></script><script src="/assets/bootstrap.min.js"></script><script src="/assets/main.js"></script>
</body>
</html>
`;
const ARTICLES = `---
title: บทความสุขภาพ
layout: base.njk
---
<div class="container"><h1 class="display-4">บทความสุขภาพ</h1><div class="row">{{#}}</div></div>
`;
const SERVICES = ["ตรวจสุขภาพประจำปี", "ทันตกรรม", "กายภาพบำบัด", "วัคซีน", "ผิวหนังและเลเซอร์", "ห้องปฏิบัติการ"];
const DOCTORS = ["นพ. สมชาย ใจดี", "พญ. มาลี ศรีสุข", "ทพ. อนันต์ แก้วมณี", "พญ. วราภรณ์ ทองคำ", "นพ. กิตติ วงศ์ไทย"];

const front = (title: string, description: string) =>
  `---\ntitle: ${JSON.stringify(title)}\nlayout: base.njk\n${description && `description: ${JSON.stringify(description)}\n`}---\n`;

/** Files of the clinic: articles, services, doctors, the English page that was never translated. */
export function clinicFiles(): Map<string, string> {
  const thai = declaration("tha");
  const posts = Array.from({ length: 26 }, (_, i) => ({ ...longPart(thai, i, 3 + (i % 5)), i }));
  const card = (i: number, title: string) =>
    `<div class="col-md-4"><div class="card"><a href="/articles/${i}/"><img class="card-img-top" src="/images/articles/${i}.webp" loading="lazy"></a><div class="card-body"><h4 class="card-title">${title}</h4><a href="/articles/${i}/" class="btn btn-link">อ่านต่อ</a></div></div></div>`;
  const services = SERVICES.map((name, i): [string, string] => [
    `src/services/${i + 1}.html`,
    `${front(name, i % 2 ? `บริการ${name} โดยแพทย์ผู้เชี่ยวชาญ คลินิกดอยสุเทพ เชียงใหม่ เปิดทุกวันจันทร์ถึงเสาร์ นัดหมายล่วงหน้าได้ทางโทรศัพท์` : "")}<div class="hero" style="background-image:url(/images/hero-${i}.jpg)"><h1>${name}</h1></div><div class="container"><div class="tab-content"><div class="tab-pane active" id="tab1"><h3>รายละเอียด</h3><p>${thai.parts[i]!.paragraphs[0]!}</p></div><div class="tab-pane" id="tab2"><h3>ราคา</h3><table class="table"><tr><th>โปรแกรม</th><th>บาท</th></tr><tr><td>พื้นฐาน</td><td>${900 + i * 350}</td></tr></table></div></div><ul class="nav nav-tabs"><li><a data-toggle="tab" href="#tab1">รายละเอียด</a></li><li><a data-toggle="tab" href="#tab2">ราคา</a></li></ul></div>\n`,
  ]);
  return new Map([
    ["layouts/base.njk", LAYOUT],
    [
      "src/index.html",
      `${front("หน้าแรก", "คลินิกดอยสุเทพ เชียงใหม่ ดูแลสุขภาพทุกคนในครอบครัว")}<div class="carousel"><div class="carousel-item"><h2>ดูแลด้วยใจ</h2></div><div class="carousel-item"><h2>ปรึกษาแพทย์ออนไลน์</h2></div><a class="carousel-control-prev" href="#c" role="button" data-slide="prev"><span class="sr-only">Previous</span></a></div><div class="container"><h1>คลินิกดอยสุเทพ</h1><p>${thai.parts[0]!.paragraphs.slice(0, 3).join(" ")}</p><h3>บทความล่าสุด</h3><div class="row">${posts
        .slice(0, 3)
        .map(({ i, title }) => card(i, title))
        .join("")}</div><a href="/articles/">ดูทั้งหมด</a></div>\n`,
    ],
    [
      "src/services/index.html",
      `${front("บริการ", "")}<div class="container"><h1>บริการ</h1><div class="row">${SERVICES.map((name, i) => `<div class="col-4"><a href="/services/${i + 1}/"><img src="/images/icon-${i}.svg" alt="icon">${name}</a></div>`).join("")}</div></div>\n`,
    ],
    [
      "src/doctors.html",
      `${front("แพทย์ของเรา", "")}<div class="container"><h1>แพทย์ของเรา</h1>${DOCTORS.map((name, i) => `<div class="media"><img src="/images/doctors/dr-${i}.jpg" width="120" alt="${name}"><div class="media-body"><h5>${name}</h5><p>แพทย์ประจำคลินิก ออกตรวจวันจันทร์ถึงวันศุกร์ เวลา 9.00 ถึง 16.00 น.</p></div></div>`).join("")}</div>\n`,
    ],
    ["src/articles/index.html", ARTICLES.replace("{{#}}", posts.map(({ i, title }) => card(i, title)).join("\n"))],
    [
      "src/contact.html",
      `${front("ติดต่อเรา", "")}<div class="container"><h1>ติดต่อเรา</h1><p>โทร <a href="tel:053555010">053-555-010</a> Line ID: @doi</p><iframe src="https://maps.example/embed?pb=doi" width="100%" height="450" style="border:0" loading="lazy"></iframe></div>\n`,
    ],
    [
      "src/en.html",
      `${front("Home", "")}<div class="container"><h1>Welcome</h1><p>English version coming soon.</p></div>\n`,
    ],
    ...services,
    ...posts.map(({ i, title, paragraphs }): [string, string] => [
      `src/articles/${i}.md`,
      `${front(title, i % 3 === 0 ? paragraphs[0]!.slice(0, 150) : "")}<div class="container">\n\n# ${title}\n\n${i % 2 ? `![](/images/articles/${i}.webp)\n\n` : ""}${paragraphs.join("\n\n")}\n\n#### แชร์บทความนี้\n\n[<i class="fab fa-facebook"></i>](https://facebook.example/sharer.php?u=${i}) [คลิกที่นี่](/contact/)\n\n</div>\n`,
    ]),
    ["build.mjs", BUILD],
  ]);
}

const BUILD = `import Metalsmith from "metalsmith";
import markdown from "@metalsmith/markdown";
import layouts from "@metalsmith/layouts";
import permalinks from "@metalsmith/permalinks";
const metalsmith = Metalsmith(import.meta.dirname ?? process.cwd()).source("./src").destination(process.argv[2]).metadata({ nav: ${JSON.stringify(NAV)} });
metalsmith.use(markdown()).use(permalinks({ duplicates: "overwrite" })).use(layouts({ default: "base.njk", transform: "nunjucks", pattern: "**/*.html" }));
await new Promise((resolve, reject) => metalsmith.build((error) => (error ? reject(error) : resolve())));
`;
