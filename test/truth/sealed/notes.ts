import { declaration, longPart } from "../unseen/texts.ts";

const LAYOUT = `<!doctype html>
<html lang="{{ lang or 'hi' }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>{{ title or "टिप्पणियाँ" }}</title>
{% if description %}<meta name="description" content="{{ description }}">{% endif %}
<link rel="alternate" href="/feed.xml" type="application/atom+xml" title="टिप्पणियाँ">
<meta name="generator" content="{{ eleventy.generator }}">
<style>body{font-family:sans-serif;margin:auto;max-width:40em}</style>
</head>
<body>
<a href="#skip" class="visually-hidden">मुख्य सामग्री पर जाएँ</a>
<header><a href="/" class="home-link">टिप्पणियाँ</a>
<nav><h2 class="visually-hidden">मेनू</h2><ul><li><a href="/">मुख्य</a></li><li><a href="/archive/">पुरालेख</a></li><li><a href="/about/">परिचय</a></li></ul></nav></header>
<main id="skip">
{{ content | safe }}
</main>
<footer><p><em>Built with <a href="https://www.11ty.dev/">Eleventy</a></em></p></footer>
</body>
</html>
`;
const POST = `---
layout: base.njk
---
<h1>{{ title }}</h1>
<ul class="post-metadata"><li><time datetime="2026-03-01">1 मार्च 2026</time></li>{% for tag in tags %}{% if tag != "posts" %}<li><a href="/tags/{{ tag }}/" class="post-tag">{{ tag }}</a></li>{% endif %}{% endfor %}</ul>
{{ content | safe }}
<ul class="links-nextprev"><li><a href="/notes/note-{{ next }}/">आगे</a></li></ul>
`;
const ARCHIVE = `---
layout: base.njk
title: पुरालेख
permalink: /archive/
---
<h1>पुरालेख</h1>
<ol reversed class="postlist">{% for post in collections.posts %}<li class="postlist-item"><a href="{{ post.url }}" class="postlist-link">{{ post.data.title }}</a> <a href="{{ post.url }}">और पढ़ें</a></li>{% endfor %}</ol>
`;
const TAGS = `---
pagination:
  data: collections
  size: 1
  alias: tag
  filter: [all, posts]
layout: base.njk
permalink: /tags/{{ tag }}/
---
<h1>“{{ tag }}”</h1>
<ol>{% for post in collections[tag] %}<li><a href="{{ post.url }}"><img src="/img/{{ loop.index }}.png"> {{ post.data.title }}</a></li>{% endfor %}</ol>
`;
const ABOUT = `---
layout: base.njk
title: परिचय
description: यह पृष्ठ बताता है कि ये टिप्पणियाँ किस बारे में हैं, किसने लिखी हैं और आप हमें किस पते पर लिख सकते हैं।
permalink: /about/
---
<h1>परिचय</h1>
<p>हम मानव अधिकारों के बारे में लिखते हैं।</p>
<h3>संपर्क</h3>
<form action="/send" method="post"><input type="text" name="name" placeholder="नाम"><label>ईमेल <input type="email" name="mail"></label><textarea id="text" name="text"></textarea><label for="text">संदेश</label><button></button></form>
<iframe src="https://maps.example/embed"></iframe>
`;

/** Files of the notes: 30 pages of text, an archive, tags, an introduction. */
export function notesFiles(): Map<string, string> {
  const text = declaration("hin");
  const notes = Array.from({ length: 30 }, (_, i): [string, string] => {
    const { title, paragraphs } = longPart(text, i, 2 + (i % 6));
    const description = i % 3 === 0 ? `description: ${JSON.stringify(paragraphs[0]!.slice(0, 130))}\n` : "";
    const tags = `[posts, ${["अधिकार", "कानून", "शिक्षा"][i % 3]}]`;
    const body = paragraphs.map((each, at) => (at === 1 ? `### ${title}\n\n${each}` : each)).join("\n\n");
    return [
      `src/notes/note-${i}.md`,
      `---\nlayout: post.njk\ntitle: ${JSON.stringify(title)}\n${description}tags: ${tags}\nnext: ${(i + 1) % 30}\ndate: 2026-03-01\n---\n${body}\n`,
    ];
  });
  return new Map([
    ...notes,
    ["src/_includes/base.njk", LAYOUT],
    ["src/_includes/post.njk", POST],
    ["src/archive.njk", ARCHIVE],
    ["src/tags.njk", TAGS],
    ["src/about.njk", ABOUT],
    ["src/index.md", "---\nlayout: base.njk\n---\n# टिप्पणियाँ\n\n[सभी टिप्पणियाँ](/archive/)\n"],
    ["package.json", '{"private":true,"type":"module"}'],
  ]);
}
