import { declaration, longPart } from "../texts.ts";

const HOST = "https://truth.example";
const slug = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const SECTIONS = ["Política", "Economia", "Esportes", "Cultura"];
const TEXT = declaration("por_BR");

interface Story {
  id: number;
  title: string;
  section: string;
  path: string;
  paragraphs: string[];
}

const STORIES: Story[] = Array.from({ length: 26 }, (_, id) => {
  const part = longPart(TEXT, id, 4 + (id % 5));
  const lead = part.paragraphs[0]!.split(" ")
    .slice(0, 9)
    .join(" ")
    .replace(/[.,;]$/, "");
  const section = SECTIONS[id % 4]!;
  return {
    id,
    title: lead,
    section,
    path: `/${slug(section)}/2026/11/${slug(lead)}-${1000 + id}.html`,
    paragraphs: part.paragraphs,
  };
});

/** The head as WordPress writes it with Yoast SEO. */
function head(title: string, path: string, description: string, story?: Story): string {
  const url = HOST + path;
  const graph: object[] = [
    { "@type": "WebPage", "@id": url, url, name: title, isPartOf: { "@id": `${HOST}/#website` }, inLanguage: "pt-BR" },
    {
      "@type": "WebSite",
      "@id": `${HOST}/#website`,
      url: `${HOST}/`,
      name: "Diário da Praça",
      potentialAction: [
        {
          "@type": "SearchAction",
          target: { "@type": "EntryPoint", urlTemplate: `${HOST}/?s={search_term_string}` },
          "query-input": "required name=search_term_string",
        },
      ],
    },
    {
      "@type": "Organization",
      "@id": `${HOST}/#organization`,
      name: "Diário da Praça",
      url: `${HOST}/`,
      logo: { "@type": "ImageObject", url: `${HOST}/wp-content/uploads/logo.png` },
    },
  ];
  if (story && story.id % 6 !== 5)
    graph.push({
      "@type": "NewsArticle",
      headline: title,
      datePublished: "2026-11-20T09:00:00-03:00",
      image: [`${HOST}/wp-content/uploads/${story.id}.jpg`],
      author: { "@type": "Person", name: "Ana Souza", url: `${HOST}/autor/ana-souza/` },
      mainEntityOfPage: { "@id": url },
    });
  const image =
    story && story.id % 5 !== 4
      ? `<meta property="og:image" content="${HOST}/wp-content/uploads/${story.id}.jpg" /><meta property="og:image:width" content="1200" />`
      : "";
  return `<meta charset="UTF-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name='robots' content='index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1' />
<!-- This site is optimized with the Yoast SEO plugin v26.3 - https://yoast.com/wordpress/plugins/seo/ -->
<title>${escape(title)} - Diário da Praça</title>
${description && `<meta name="description" content="${escape(description)}" />`}
<link rel="canonical" href="${url}" />
<meta property="og:locale" content="pt_BR" /><meta property="og:type" content="${story ? "article" : "website"}" />
<meta property="og:title" content="${escape(title)}" />${description && `<meta property="og:description" content="${escape(description)}" />`}
<meta property="og:url" content="${url}" />${image}<meta name="twitter:card" content="summary_large_image" />
<script type="application/ld+json" class="yoast-schema-graph">${JSON.stringify({ "@context": "https://schema.org", "@graph": graph })}</script>
<!-- / Yoast SEO plugin. -->
<link rel='dns-prefetch' href='//stats.wp.example' /><link rel="alternate" type="application/rss+xml" title="Feed" href="${HOST}/feed/" />
<link rel='stylesheet' id='style-css' href='/wp-content/themes/praca/style.css?ver=6.8' media='all' />
<link rel="icon" href="/wp-content/uploads/cropped-icon-32x32.png" sizes="32x32" />${story && story.id % 7 === 3 ? `<link rel="amphtml" href="${url}amp/" />` : ""}`;
}

const menu = `<a class="skip-link screen-reader-text" href="#primary">Pular para o conteúdo</a><header id="masthead" class="site-header"><div class="site-branding"><p class="site-title"><a href="/" rel="home">Diário da Praça</a></p></div>
<nav id="site-navigation"><button class="menu-toggle" aria-controls="primary-menu" aria-expanded="false">Menu</button><ul id="primary-menu">${SECTIONS.map((each) => `<li class="menu-item"><a href="/${slug(each)}/">${each}</a></li>`).join("")}<li><a href="#" class="search-toggle"><i class="fa fa-search" aria-hidden="true"></i></a></li></ul></nav></header>`;
const foot = `<footer id="colophon" class="site-footer"><form role="search" method="get" class="search-form" action="/"><label><span class="screen-reader-text">Pesquisar por:</span><input type="search" class="search-field" placeholder="Pesquisar &hellip;" value="" name="s" /></label><input type="submit" class="search-submit" value="Pesquisar" /></form>
<ul><li><a href="/quem-somos/">Quem somos</a></li><li><a href="/contato/">Contato</a></li><li><a rel="nofollow" href="/wp-login.php">Acessar</a></li></ul>
<div class="social"><a href="https://facebook.example/praca" target="_blank" rel="noopener"><svg aria-hidden="true"><use href="#fb"></use></svg></a></div></footer>`;

const page = (title: string, path: string, description: string, body: string, story?: Story) =>
  `<!doctype html>\n<html lang="pt-BR">\n<head>\n${head(title, path, description, story)}\n</head>\n<body class="${story ? "single" : "archive"}"><div id="page" class="site">${menu}${body}${foot}</div></body>\n</html>\n`;

const card = ({ id, title, path, paragraphs }: Story) =>
  `<article id="post-${id}" class="post"><a class="post-thumbnail" href="${path}" aria-hidden="true" tabindex="-1"><img width="300" height="200" src="/wp-content/uploads/${id}-300x200.jpg" class="attachment-post-thumbnail wp-post-image" alt="" loading="lazy" decoding="async" /></a><h2 class="entry-title"><a href="${path}" rel="bookmark">${escape(title)}</a></h2><div class="entry-summary"><p>${escape(paragraphs[0]!.slice(0, 140))}&hellip; <a class="more-link" href="${path}">Leia mais</a></p></div></article>`;

function single(story: Story): string {
  const { id, title, section, path, paragraphs } = story;
  const related = [1, 2, 3].map((step) => STORIES[(id + step) % STORIES.length]!);
  const inner = paragraphs
    .map(
      (each, i) =>
        `<p>${escape(each)}</p>${i === 1 ? `<figure class="wp-block-image size-large"><img decoding="async" width="1024" height="683" src="/wp-content/uploads/${id}-1024x683.jpg" ${id % 4 === 0 ? "" : 'alt="Praça no centro da cidade"'} class="wp-image-${id}" srcset="/wp-content/uploads/${id}-1024x683.jpg 1024w, /wp-content/uploads/${id}-300x200.jpg 300w" sizes="(max-width: 1024px) 100vw, 1024px" /><figcaption>Foto: Divulgação</figcaption></figure>` : ""}${i === 2 && id % 3 === 0 ? `<h4>Entenda o caso</h4><p>Para saber mais, <a href="${related[2]!.path}">clique aqui</a>.</p>` : ""}`,
    )
    .join("\n");
  const share = `<div class="share"><a href="https://api.whatsapp.example/send?text=${encodeURIComponent(title)}" aria-label="WhatsApp"></a><a href="javascript:window.print()"><span class="dashicons dashicons-printer"></span></a><a href="mailto:?subject=${encodeURIComponent(title)}">E-mail</a></div>`;
  const comments = `<div id="comments"><h3 id="reply-title">Deixe um comentário</h3><form action="/wp-comments-post.php" method="post"><p class="comment-form-comment"><label for="comment">Comentário <span class="required">*</span></label><textarea id="comment" name="comment" cols="45" rows="8" required></textarea></p><p><label for="author">Nome</label><input id="author" name="author" type="text" /></p><p><input id="wp-comment-cookies-consent" type="checkbox" value="yes" /> <label for="wp-comment-cookies-consent">Salvar meus dados</label></p><p><input name="submit" type="submit" value="Publicar comentário" /><input type="hidden" name="comment_post_ID" value="${id}" /></p></form></div>`;
  return page(
    title,
    path,
    id % 5 === 2 ? "" : paragraphs[0]!.slice(0, 150),
    `<main id="primary" class="site-main"><article id="post-${id}"><header class="entry-header"><p class="cat"><a href="/${slug(section)}/" rel="category tag">${section}</a></p><h1 class="entry-title">${escape(title)}</h1><time datetime="2026-11-20T09:00:00-03:00">20/11/2026</time></header><div class="entry-content">${inner}${id === 8 ? '<iframe loading="lazy" src="https://video.example/embed/9" width="560" height="315" allowfullscreen></iframe>' : ""}</div>${share}</article>${comments}<aside><h3>Leia também</h3>${related.map(card).join("")}</aside></main>`,
    story,
  );
}

/** A newspaper in Brazilian Portuguese, after the manner of WordPress. */
export function news(): Map<string, string> {
  const files = new Map<string, string>();
  files.set(
    "index.html",
    page(
      "Notícias da cidade",
      "/",
      "As últimas notícias da cidade, da região e do país, com política, economia, esportes e cultura todos os dias.",
      `<main id="primary" class="site-main"><h1 class="screen-reader-text">Diário da Praça</h1>${STORIES.slice(0, 12).map(card).join("")}</main>`,
    ),
  );
  for (const section of SECTIONS) {
    const own = STORIES.filter((each) => each.section === section);
    const path = `/${slug(section)}/`;
    files.set(
      `${slug(section)}/index.html`,
      page(
        `Arquivo de ${section}`,
        path,
        "",
        `<main id="primary"><header class="page-header"><h1 class="page-title">Categoria: <span>${section}</span></h1></header>${own.map(card).join("")}<nav class="navigation pagination" aria-label="Posts"><span aria-current="page" class="page-numbers current">1</span></nav></main>`,
      ),
    );
  }
  for (const story of STORIES) files.set(story.path.slice(1), single(story));
  files.set(
    "quem-somos/index.html",
    page(
      "Quem somos",
      "/quem-somos/",
      "Conheça a equipe do Diário da Praça.",
      `<main id="primary"><h1>Quem somos</h1><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.</p></main>`,
    ),
  );
  files.set(
    "contato/index.html",
    page(
      "Contato",
      "/contato",
      "Fale com a redação do Diário da Praça por telefone, por correio ou pelo formulário desta página de contato.",
      `<main id="primary"><h1>Contato</h1><form><div class="wpcf7"><input type="text" name="your-name" size="40" /><input type="email" aria-required="true" placeholder="E-mail" /><textarea name="your-message"></textarea><button type="submit"><span class="icon"></span></button></div></form><p>${TEXT.parts[3]!.paragraphs.join(" ")}</p></main>`,
    ),
  );
  return files;
}
