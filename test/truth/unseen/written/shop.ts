const HOST = "https://truth.example";
const NAMES =
  "Oak stool|Wool blanket|Linen apron|Copper kettle|Ash bowl|Slate board|Felt slippers|Rope basket|Beeswax candle|Clay jug|Steel pan|Cork tray|Glass jar|Brass hook|Pine shelf|Willow hamper|Cotton towel|Iron trivet".split(
    "|",
  );
const GROUPS = ["kitchen", "living-room", "garden"];
const COLOURS = ["natural", "dark", "grey"];
const price = (i: number) => (14 + i * 7.5).toFixed(2);
const MADE =
  "Made by hand in small numbers in a workshop near the coast. The wood comes from managed forests within forty miles of it, is dried for two years and finished with oil.";
const CARE =
  "Wipe with a damp cloth and dry at once. Oil twice a year. Keep away from heaters and direct sun. Small differences of colour and grain are not faults, they come with the material.";
const DELIVERY =
  "We deliver within three working days in England, Scotland and Wales. Orders above fifty pounds are sent without charge. You may return what you do not like within thirty days, unused and in its box.";

interface Product {
  id: number;
  name: string;
  group: string;
  path: string;
}

const PRODUCTS: Product[] = NAMES.map((name, id) => ({
  id,
  name,
  group: GROUPS[id % 3]!,
  path: `/product/${name.toLowerCase().replace(" ", "-")}/`,
}));

function head(title: string, path: string, description: string, more = ""): string {
  return `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, maximum-scale=1"><title>${title}</title><meta name="description" content="${description}"><link rel="canonical" href="${HOST}${path}"><meta property="og:title" content="${title}"><meta property="og:type" content="product"><meta property="og:url" content="${HOST}${path}"><meta property="og:image" content="//cdn.truth.example/share.jpg"><link rel="alternate" hreflang="en-GB" href="${HOST}${path}"><link rel="alternate" hreflang="de" href="${HOST}/de${path}"><link rel="alternate" hreflang="en-UK" href="${HOST}${path}"><link rel="stylesheet" href="/assets/theme.css">${more}<script>window.dataLayer=window.dataLayer||[];</script><noscript><img height="1" width="1" style="display:none" src="https://pixel.example/tr?id=1&ev=PageView&noscript=1"></noscript></head>`;
}

const SEARCH = `<form action="/search" method="get" role="search"><input type="search" name="q" placeholder="Search"><button type="submit" aria-label="Search"><svg viewBox="0 0 16 16"><path d="M1 1h14"/></svg></button></form>`;
const top = `<div class="announcement"><p>Free delivery above £50 <a href="/pages/delivery/">Learn more</a></p></div><header class="header"><a href="/" class="logo"><img src="/assets/logo.svg" alt="Harbour &amp; Home" width="160" height="40"></a>${SEARCH}<nav aria-label="Main"><ul>${GROUPS.map(
  (each) =>
    `<li><a href="/category/${each}/">${each.replace("-", " ")}</a><ul class="sub">${PRODUCTS.filter(
      ({ group }) => group === each,
    )
      .map(({ path, name }) => `<li><a href="${path}">${name}</a></li>`)
      .join("")}</ul></li>`,
).join(
  "",
)}</ul></nav><a href="/cart/" class="cart-link" rel="nofollow"><svg aria-hidden="true"></svg><span class="count">0</span></a></header>`;
const bottom = `<footer><div class="newsletter"><h2>Stay in touch</h2><form method="post" action="/newsletter"><input type="email" name="email" id="newsletter" required><label for="newsletter">Email</label><button>Go</button></form></div><ul><li><a href="/pages/about-us/">About us</a></li><li><a href="/pages/delivery/">Delivery &amp; returns</a></li><li><a href="/Pages/Terms_of_Sale.html">Terms</a></li><li><a href="tel:+441234567890">01234 567890</a></li></ul><p>© 2026 Harbour &amp; Home <a href="#" onclick="openCookies();return false">Cookies</a></p></footer><script src="/assets/theme.js" defer></script>`;

const document = (headHtml: string, main: string) =>
  `<!DOCTYPE html><html lang="en-GB" class="no-js">${headHtml}<body>${top}<main id="content">${main}</main>${bottom}</body></html>`;

const card = ({ id, name, path }: Product) =>
  `<li class="product type-product"><a href="${path}" class="woocommerce-LoopProduct-link"><img src="/media/${id}-300.webp" ${id % 5 ? 'width="300" height="300"' : ""} alt="${name}" loading="lazy"><h2 class="woocommerce-loop-product__title">${name}</h2><span class="price"><bdi><span>£</span>${price(id)}</bdi></span></a><a href="?add-to-cart=${id}" data-quantity="1" class="button add_to_cart_button" aria-label="Add ${name} to your basket" rel="nofollow">Add to basket</a></li>`;

function product(each: Product): string {
  const { id, name, path, group } = each;
  const offer = {
    "@type": "Offer",
    price: price(id),
    priceCurrency: "GBP",
    availability: "https://schema.org/InStock",
    url: HOST + path,
  };
  const data: Record<string, unknown> = {
    "@context": "https://schema.org/",
    "@type": "Product",
    name,
    image: `${HOST}/media/${id}.jpg`,
    sku: `HH-${id}`,
  };
  if (id % 4 !== 1) data["offers"] = offer;
  if (id % 3 === 0) data["aggregateRating"] = { "@type": "AggregateRating", ratingValue: "4.6", reviewCount: 12 + id };
  const crumbs = {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [
      { "@type": "ListItem", position: 1, name: "Home", item: `${HOST}/` },
      { "@type": "ListItem", position: 2, name: group },
    ],
  };
  const json = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
  const bad =
    id === 7 ? '<script type="application/ld+json">{"@context":"https://schema.org","@type":"FAQPage",}</script>' : "";
  const others = PRODUCTS.filter((other) => other.group === group && other !== each).slice(0, 3);
  const options = COLOURS.map((colour) => `<option value="${colour}">${colour}</option>`).join("");
  return document(
    head(
      `${name} | Harbour &amp; Home`,
      path,
      `${name} in natural, dark or grey. ${MADE.slice(0, 90)}`,
      json(data) + json(crumbs) + bad,
    ),
    `<nav class="breadcrumb"><a href="/">Home</a> / <a href="/category/${group}/">${group}</a> / ${name}</nav><div class="gallery"><img src="/media/${id}.jpg" alt="${name}, seen from the front" width="800" height="800"><img src="/media/${id}-2.jpg" width="800" height="800"></div><h1 class="product_title">${name}</h1><p class="price">£${price(id)}</p><form class="cart" method="post"><table class="variations"><tr><th><label for="colour">Colour</label></th><td><select id="colour" name="colour">${options}</select></td></tr></table><input type="number" class="qty" name="quantity" value="1" min="1"><button type="submit" name="add-to-cart" value="${id}">Add to basket</button></form><div id="tab-description"><h2>Description</h2><p>The ${name.toLowerCase()} is number ${id} of our ${group.replace("-", " ")} list. ${MADE}</p></div><div id="tab-care"><h3>Care</h3><p>${CARE}</p></div><div id="tab-delivery"><h3>Delivery</h3><p>${DELIVERY}</p></div><section class="related"><h2>You may also like</h2><ul class="products">${others.map(card).join("")}</ul></section><div id="reviews"><h2>${id % 3 ? "No reviews yet" : `${12 + id} reviews`}</h2><a href="#review-form">Write one</a></div>`,
  );
}

/** A shop in British English, after the manner of WooCommerce and Shopify. */
export function shop(): Map<string, string> {
  const files = new Map<string, string>();
  files.set(
    "index.html",
    document(
      head("Harbour &amp; Home", "/", "Things for the home that last."),
      `<h1><img src="/assets/hero.jpg" alt="Things for the home that last" width="1600" height="500"></h1><ul class="products">${PRODUCTS.slice(0, 8).map(card).join("")}</ul><p>${MADE} ${DELIVERY}</p>`,
    ),
  );
  for (const each of PRODUCTS) files.set(`${each.path.slice(1)}index.html`, product(each));
  for (const group of GROUPS) {
    const own = PRODUCTS.filter((each) => each.group === group);
    files.set(
      `category/${group}/index.html`,
      document(
        head(`${group} | Harbour &amp; Home`, `/category/${group}`, `Everything for the ${group}`),
        `<h1>${group}</h1><form class="woocommerce-ordering"><select name="orderby" aria-label="Shop order"><option>Default</option></select></form><ul class="products">${own.map(card).join("")}</ul><a class="next" rel="next" href="/category/${group}/page/2/">→</a>`,
      ),
    );
    files.set(
      `category/${group}/page/2/index.html`,
      document(
        head(`${group} - page 2 | Harbour &amp; Home`, `/category/${group}/`, `Everything for the ${group}`),
        `<h1>${group}</h1><ul class="products">${own.slice(0, 2).map(card).join("")}</ul><a rel="prev" href="/category/${group}/">←</a>`,
      ),
    );
  }
  files.set(
    "cart/index.html",
    document(
      head("Basket", "/cart/", "", '<meta name="robots" content="noindex, follow">'),
      `<h1>Basket</h1><p>Your basket is currently empty.</p><a class="button" href="/category/kitchen/">Return to shop</a>`,
    ),
  );
  for (const [name, title, text] of [
    ["about-us", "About us", MADE + CARE],
    ["delivery", "Delivery & returns", DELIVERY],
  ] as const)
    files.set(
      `pages/${name}/index.html`,
      document(
        head(title.replace("&", "&amp;"), `/pages/${name}/`, text.slice(0, 120)),
        `<h1>${title.replace("&", "&amp;")}</h1><p>${text}</p><h3>Questions</h3><p>Write to us. <a href="http://truth.example/pages/about-us/">About us</a> <a href="/pages/gone/">Here</a></p>`,
      ),
    );
  files.set(
    "Pages/Terms_of_Sale.html",
    `<html><head><title>Terms</title></head><body><b>Terms of sale</b><br>${DELIVERY.repeat(4)}<a href="/">Home</a></body></html>`,
  );
  return files;
}
