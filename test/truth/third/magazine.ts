import { articles, type Article } from "./texts.ts";

/** A magazine in Turkish with Next.js and its app router, exported to files. */
const CATEGORIES = [
  ["rehber", "Rehber"],
  ["ipucu", "İpuçları"],
  ["guvenlik", "Güvenlik"],
  ["donanim", "Donanım"],
];

const LAYOUT = `import Link from "next/link";
import { Menu } from "./menu.jsx";
export const metadata = { title: { default: "Ekran Dergisi", template: "%s | Ekran Dergisi" }, description: "Teknolojiyi herkes için anlatan dergi", openGraph: { siteName: "Ekran Dergisi", locale: "tr_TR", type: "website" } };
export const viewport = { themeColor: "#c00" };
export default function Layout({ children }) {
  return <html lang="tr"><body>
    <header><Link href="/" className="logo">Ekran <span>Dergisi</span></Link><Menu /></header>
    {children}
    <aside><h3>Bültenimize katılın</h3><form><input type="email" placeholder="E-posta adresiniz" /><button>Katıl</button></form><h3>Çok okunanlar</h3><ul>{[1, 2, 3].map((i) => <li key={i}><Link href={"/yazi/" + i}>{i}. yazı</Link></li>)}</ul></aside>
    <footer><p>© 2026 Ekran Dergisi</p><a href="https://x.example/ekran" target="_blank" rel="noreferrer"><svg viewBox="0 0 24 24" width="24"><path d="M1 1l22 22" /></svg></a><Link href="/hakkimizda">Hakkımızda</Link></footer>
  </body></html>;
}
`;
const MENU = `"use client";
import { useState } from "react";
import Link from "next/link";
export function Menu() {
  const [open, set] = useState(false);
  return <nav><button onClick={() => set(!open)} className="hamburger"><svg width="20" height="20"><path d="M0 4h20M0 10h20M0 16h20" /></svg></button>
    <ul hidden={!open ? undefined : false}>{${JSON.stringify(CATEGORIES)}.map(([slug, name]) => <li key={slug}><Link href={"/kategori/" + slug}>{name}</Link></li>)}</ul></nav>;
}
`;
const CARD = `import Link from "next/link";
import Image from "next/image";
export const Card = ({ each, big }) => <article className={big ? "big" : ""}><Link href={"/yazi/" + each.id}><Image src={"/resim/" + each.id + ".jpg"} alt={each.title} width={big ? 1200 : 400} height={big ? 600 : 225} /></Link>
  {big ? <h2>{each.title}</h2> : <h4>{each.title}</h4>}<p>{each.lead}</p><Link href={"/yazi/" + each.id}>Devamını oku</Link></article>;
`;
const HOME = `import { list } from "./data.mjs";
import { Card } from "./card.jsx";
export default function Home() { return <main><Card each={list[0]} big /><section><h3>Son yazılar</h3>{list.slice(1, 13).map((each) => <Card key={each.id} each={each} />)}</section></main>; }
`;
const POST = `import { list } from "../../data.mjs";
import { Card } from "../../card.jsx";
export const generateStaticParams = () => list.map(({ id }) => ({ id: String(id) }));
const find = async (params) => list[Number((await params).id) - 1];
export async function generateMetadata({ params }) { const each = await find(params); return { title: each.title, ...(each.lead.length > 50 && { description: each.lead }), openGraph: { title: each.title, images: ["/resim/" + each.id + ".jpg"] } }; }
export default async function Post({ params }) {
  const each = await find(params);
  const ld = { "@context": "https://schema.org", "@type": "NewsArticle", headline: each.title, image: ["https://truth.example/resim/" + each.id + ".jpg"], datePublished: each.date, author: [{ "@type": "Person", name: each.author }] };
  return <main><article><script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(ld) }} />
    <p className="meta"><time dateTime={each.date}>{each.date}</time> · {each.author} · {each.minutes} dk</p><h1>{each.title}</h1><p className="spot">{each.lead}</p><img src={"/resim/" + each.id + ".jpg"} />
    {each.blocks.map((block, i) => <section key={i}>{block.heading && <h3>{block.heading}</h3>}{block.paragraphs.map((text, k) => <p key={k}>{text}</p>)}{block.steps.length > 0 && <ol>{block.steps.map((text, k) => <li key={k}>{text}</li>)}</ol>}</section>)}
    <div className="share"><a href={"https://wa.example/?text=" + encodeURIComponent(each.title)}><i className="icon-whatsapp" /></a></div></article>
    <section><h2>Bunlar da ilginizi çekebilir</h2>{list.filter((other) => other.category === each.category && other.id !== each.id).slice(0, 3).map((other) => <Card key={other.id} each={other} />)}</section></main>;
}
`;
const CATEGORY = `import { list } from "../../data.mjs";
import { Card } from "../../card.jsx";
const names = new Map(${JSON.stringify(CATEGORIES)});
export const generateStaticParams = () => [...names.keys()].map((slug) => ({ slug }));
export async function generateMetadata({ params }) { return { title: names.get((await params).slug) }; }
export default async function Category({ params }) { const { slug } = await params; return <main><h1>{names.get(slug)}</h1>{list.filter((each) => each.category === slug).map((each) => <Card key={each.id} each={each} />)}</main>; }
`;
const ABOUT = `export const metadata = { title: "Hakkımızda" };
export default function About() { return <main><h1>Hakkımızda</h1><p>Ekran Dergisi 2018 yılında İzmir'de üç arkadaş tarafından kuruldu. Bilgisayarı, telefonu ve interneti herkesin anlayacağı bir dille anlatıyoruz. Yazılarımız gönüllüler tarafından hazırlanır, reklam almayız.</p><p>Bize <a href="mailto:bilgi@ekran.example">bilgi@ekran.example</a> adresinden ulaşabilirsiniz.</p></main>; }
`;
const AUTHORS = ["Elif Yılmaz", "Mehmet Kaya", "Zeynep Demir"];

const words = ({ blocks }: Article) =>
  blocks
    .flatMap(({ paragraphs, steps }) => [...paragraphs, ...steps])
    .join(" ")
    .split(" ").length;

/** Files of the magazine: 48 articles in four categories. */
export function magazineFiles(): Map<string, string> {
  const list = articles("tr", 48).map((each, i) =>
    Object.assign(each, {
      id: i + 1,
      category: CATEGORIES[i % 4]![0],
      author: AUTHORS[i % 3],
      date: `2026-0${1 + (i % 9)}-1${i % 10}`,
      minutes: Math.ceil(words(each) / 200),
    }),
  );
  return new Map([
    ["app/data.mjs", `export const list = ${JSON.stringify(list)};\n`],
    ["app/layout.jsx", LAYOUT],
    ["app/menu.jsx", MENU],
    ["app/card.jsx", CARD],
    ["app/page.jsx", HOME],
    ["app/yazi/[id]/page.jsx", POST],
    ["app/kategori/[slug]/page.jsx", CATEGORY],
    ["app/hakkimizda/page.jsx", ABOUT],
    [
      "next.config.mjs",
      'export default { output: "export", trailingSlash: true, images: { unoptimized: true }, generateBuildId: () => "third" };\n',
    ],
    ["package.json", '{"private":true,"type":"module"}'],
  ]);
}
