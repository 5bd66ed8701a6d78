import { articles, markdown } from "./texts.ts";

/** The help of an application in simplified Chinese with Rspress. */
const CONFIG = `import { defineConfig } from "@rspress/core";
export default defineConfig({ root: "docs", title: "小舟帮助中心", description: "小舟桌面的使用说明", lang: "zh", themeConfig: { socialLinks: [{ icon: "github", mode: "link", content: "https://github.example/xiaozhou" }], footer: { message: "© 2026 小舟团队" }, lastUpdated: false } });
`;
const HOME = `---
pageType: home
hero:
  name: 小舟
  text: 简单好用的桌面
  tagline: 开源、免费、安全
  actions:
    - theme: brand
      text: 快速开始
      link: /guide/
features:
  - title: 轻快
    details: 老电脑也能流畅运行。
    icon: 🚀
  - title: 安全
    details: 数据只保存在您的电脑上。
    icon: 🔒
---
`;

/** Files of the help: 45 pages and an introduction. */
export function helpFiles(): Map<string, string> {
  const pages = articles("zh_CN", 45).map((each, i): [string, string] => [
    `docs/guide/${each.slug}.md`,
    `${i % 4 === 0 ? `---\ndescription: ${JSON.stringify(each.lead)}\n---\n\n` : ""}# ${each.title}\n\n${i % 3 === 0 ? `${each.lead}\n\n` : ""}${markdown(each, i % 6 === 5 ? 3 : 2)}\n\n${i % 2 ? "更多内容请点击[这里](/guide/)。\n" : ":::tip 提示\n如有问题，请联系客服。\n:::\n"}`,
  ]);
  const list = pages.map(([name]) => name.slice("docs/guide/".length, -3));
  return new Map([
    ...pages,
    ["docs/index.md", HOME],
    [
      "docs/guide/index.md",
      `# 使用指南\n\n欢迎使用小舟！请从左侧选择一个主题。\n\n${list
        .slice(0, 8)
        .map((each) => `- [查看详情](./${each}.md)`)
        .join("\n")}\n`,
    ],
    ["docs/guide/_meta.json", JSON.stringify(["index", ...list])],
    ["docs/_nav.json", JSON.stringify([{ text: "指南", link: "/guide/", activeMatch: "/guide/" }])],
    ["rspress.config.mjs", CONFIG],
    ["package.json", '{"private":true,"type":"module"}'],
  ]);
}
