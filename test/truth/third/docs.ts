import { declaration, longPart } from "../unseen/texts.ts";
import { articles, markdown } from "./texts.ts";

/** Documents of a product in Korean and Arabic with nanoc, by rules of its makers. */
const LAYOUT = `<!DOCTYPE html>
<html lang="<%= @item[:lang] %>" dir="<%= @item[:lang] == 'ar' ? 'rtl' : 'ltr' %>">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= @item[:title] %> - Naru</title>
<% if @item[:description] %><meta name="description" content="<%= h @item[:description] %>"><% end %>
<% other = @items[@item[:lang] == 'ar' ? @item.identifier.to_s.sub('/ar/', '/ko/') : @item.identifier.to_s.sub('/ko/', '/ar/')] %>
<% if other && other != @item %><link rel="alternate" hreflang="<%= other[:lang] %>" href="https://truth.example<%= other.path %>"><link rel="alternate" hreflang="<%= @item[:lang] %>" href="https://truth.example<%= @item.path %>"><% end %>
<meta property="og:title" content="<%= h @item[:title] %>"><meta property="og:type" content="article">
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<div class="topbar"><a class="brand" href="/">Naru</a><input type="search" id="q" aria-label="Search"><a href="https://github.example/naru" aria-label="GitHub"><svg width="16" height="16"><path d="M8 0"/></svg></a>
<% if other && other != @item %><a href="<%= other.path %>"><%= other[:lang] == 'ar' ? 'العربية' : '한국어' %></a><% end %></div>
<div class="columns"><nav class="toc"><ul><% @items.find_all("/#{@item[:lang]}/*.md").sort_by { |i| i[:order].to_i }.each do |i| %><li><a href="<%= i.path %>"<%= ' class="on"' if i == @item %>><%= i[:title] %></a></li><% end %></ul></nav>
<article class="doc"><%= yield %><hr><p class="edit"><a href="https://github.example/naru/edit<%= @item.identifier %>">Edit this page</a></p></article></div>
<footer>&copy; Naru</footer>
</body>
</html>
`;
const RULES = `compile "/**/*.md" do
  filter :kramdown
  layout "/default.html"
  write(item.identifier.without_ext == "/ko/index" ? "/index.html" : item.identifier.without_ext.sub(/\\/index$/, "") + "/index.html")
end
layout "/*", :erb
`;
const front = (fields: Record<string, unknown>) =>
  `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join("")}---\n`;

/** Files of the documents: 36 pages in Korean, 14 of them in Arabic. */
export function docsFiles(): Map<string, string> {
  const list = articles("ko", 36);
  const korean = list.map((each, i): [string, string] => [
    `content/ko/${each.slug}.md`,
    `${front({ title: each.title, lang: "ko", order: i + 1, ...(i % 3 === 0 && each.lead && { description: each.lead }) })}\n# ${each.title}\n\n${markdown(each)}\n\n${i % 5 === 0 ? "> **참고** 이 문서는 아직 번역 중입니다.\n\n" : ""}${i % 4 === 0 ? "    npm install naru\n    naru start --port 8080\n\n자세한 내용은 [여기](/ko/a11y-braille/)를 참고하세요.\n" : ""}`,
  ]);
  const text = declaration("arb");
  const arabic = list.slice(0, 14).map(({ slug }, i): [string, string] => {
    const part = longPart(text, i, 4 + (i % 4));
    return [
      `content/ar/${slug}.md`,
      `${front({ title: part.title, lang: "ar", order: i + 1 })}\n# ${part.title}\n\n${part.paragraphs.join("\n\n")}\n\n[المزيد](/ar/)\n`,
    ];
  });
  return new Map([
    ...korean,
    ...arabic,
    [
      "content/ko/index.md",
      `${front({ title: "나루 문서", lang: "ko", order: 0 })}\n## 나루로 시작하는 서버 관리\n\n설치가 쉽고 빠릅니다. [시작하기](/ko/${list[0]!.slug}/)\n`,
    ],
    [
      "content/ar/index.md",
      `${front({ title: "وثائق نارو", lang: "ar", order: 0 })}\n## إدارة الخوادم مع نارو\n\nسهل التثبيت وسريع. [ابدأ](/ar/${list[0]!.slug}/)\n`,
    ],
    ["layouts/default.html", LAYOUT],
    ["Rules", RULES],
    ["nanoc.yaml", "string_pattern_type: glob\n"],
    ["lib/helpers.rb", "include Nanoc::Helpers::HTMLEscape\n"],
  ]);
}
