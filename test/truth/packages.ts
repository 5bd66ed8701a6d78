/** A site to compare: a folder of a Debian package, and the page to start at. */
export interface PackagedSite {
  package: string;
  folder: string;
  start: string;
  /** What wrote the pages, and their language. */
  generator: string;
  language: string;
}

const site = (name: string, folder: string, start: string, generator: string, language: string): PackagedSite => ({
  package: name,
  folder: `usr/share/${folder}`,
  start,
  generator,
  language,
});

/** Documentation that Debian packages, by many generators and in many languages. */
export const PACKAGED_SITES: readonly PackagedSite[] = [
  site("apache2-doc", "doc/apache2-doc/manual", "/de/", "XSLT of Apache", "de, and ten others"),
  site("aptitude-doc-ru", "doc/aptitude/html/ru", "/", "DocBook XSL", "ru"),
  site("debian-reference-zh-cn", "debian-reference", "/index.zh-cn.html", "DocBook XSL", "zh-CN"),
  site("developers-reference-ja", "developers-reference/ja", "/", "Sphinx", "ja"),
  site("fp-docs-3.2.2", "doc/fp-docs/3.2.2", "/rtl/system/", "fpdoc", "en"),
  site("git-doc", "doc/git-doc", "/", "AsciiDoc", "en"),
  site("libeigen3-doc", "doc/libeigen3-dev/html", "/", "Doxygen", "en"),
  site("libgtk-3-doc", "gtk-doc/html/gdk3", "/", "gtk-doc", "en"),
  site("maxima-doc", "doc/maxima-doc/html", "/maxima.html", "Texinfo", "en"),
  site("mkdocs-doc", "doc/mkdocs/html", "/", "MkDocs", "en"),
  site("nodejs-doc", "doc/nodejs/api", "/", "doctool of Node.js", "en"),
  site("sqlite3-doc", "doc/sqlite3", "/", "Tcl scripts of SQLite", "en"),
];
