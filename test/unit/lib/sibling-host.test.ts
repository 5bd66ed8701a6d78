import { expect, it } from "vitest";
import { siblingHost } from "../../../src/lib/hosts/sibling-host";

it.each<[host: string, sibling: string | null]>([
  ["shop.example", "www.shop.example"],
  ["www.shop.example", "shop.example"],
  ["shop.co.uk", "www.shop.co.uk"],
  ["docs.shop.example", "www.docs.shop.example"],
  ["www.shop.example:8443", "shop.example:8443"],
  ["me.github.io", "www.me.github.io"],
  // Whoever has www below a suffix does not have the suffix.
  ["www.github.io", null],
  ["www.co.uk", null],
  ["127.0.0.1:80", null],
  ["[::1]", null],
  ["localhost", null],
])("the sibling of %s", (host, sibling) => expect(siblingHost(host)).toBe(sibling));
