/** Mails that want to break their reader: each is refused or read as nothing, and soon. */
import { expect, it } from "vitest";
import { openMail } from "../read/open-mail.ts";
import { readMail } from "../read/read-mail.ts";

const AT = new Date("2027-03-09T18:00:00Z");
const HEAD = "From: Nike <orders@nike.com>\r\nSubject: Your order confirmation\r\nMIME-Version: 1.0\r\n";

async function read(raw: string | Buffer) {
  const mail = await openMail(Buffer.isBuffer(raw) ? raw : Buffer.from(raw, "latin1"));
  return mail && readMail(mail, AT);
}
function nested(depth: number): string {
  const open = Array.from(
    { length: depth },
    (_none, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  );
  return `${HEAD}${open.join("")}Content-Type: text/plain\r\n\r\nTotal: $9.00\r\n`;
}
const html = (body: string): string => `${HEAD}Content-Type: text/html; charset=utf-8\r\n\r\n${body}`;

it.each<[string, string | Buffer]>([
  ["parts nested a thousand deep", nested(1_000)],
  ["heads of a megabyte", `${HEAD}X-A: ${"a".repeat(1_048_576)}\r\n\r\nhi`],
  ["a hundred thousand elements within each other", html("<div>".repeat(100_000))],
  ["a hundred thousand tables within each other", html("<table><tr><td>".repeat(33_000))],
  ["half a megabyte of one line", html("1".repeat(500_000))],
  ["half a megabyte of blanks", html(`Order${" ".repeat(500_000)}number`)],
  ["signs of money without end", html("$ ".repeat(200_000))],
  ["JSON nested a hundred thousand deep", html(`<script type="application/ld+json">${"[".repeat(100_000)}</script>`)],
  ["microdata without end", html('<div itemscope itemtype="http://schema.org/Order" itemprop="x">'.repeat(20_000))],
  [
    "an unknown encoding",
    `${HEAD}Content-Type: text/plain; charset=x-none\r\nContent-Transfer-Encoding: rot13\r\n\r\n\x80\xff`,
  ],
  ["broken base64", `${HEAD}Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!====`],
  ["bytes by chance", Buffer.from(Array.from({ length: 4_000 }, (_none, at) => (at * 7_919) % 256))],
  ["nothing", ""],
])("%s says nothing", async (_what, raw) => {
  const found = await read(raw);
  expect(found?.facts ?? []).toEqual([]);
});

it.each<[string, string]>([
  [
    "an amount that is none",
    html(
      '<script type="application/ld+json">{"@type":"Order","orderNumber":"A-1234","price":"1e99","priceCurrency":"USD"}</script>',
    ),
  ],
  [
    "a currency that is none",
    html(
      '<script type="application/ld+json">{"@type":"Order","orderNumber":"A-1234","price":"5","priceCurrency":"<b>"}</script>',
    ),
  ],
  [
    "an advertisement",
    `${HEAD.replace("Your order confirmation", "20% off everything")}Content-Type: text/plain\r\n\r\nSale! Now $20.00 instead of $40.00. Order today.`,
  ],
  [
    "a canceled order",
    `${HEAD.replace("Your order confirmation", "Your order was canceled")}Content-Type: text/plain\r\n\r\nOrder number: A-12345\r\nTotal: $40.00`,
  ],
])("%s is no fact", async (_what, raw) => {
  expect((await read(raw))?.facts ?? []).toEqual([]);
});
