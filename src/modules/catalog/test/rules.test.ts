import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cleanGtin, cleanLink, cleanText } from "../clean-text.ts";
import { discountIn, readDate, readOffer } from "../feeds/read-offer.ts";
import { readPrice } from "../feeds/read-price.ts";
import { readFixed, readPercent } from "../feeds/read-programme.ts";
import { isPrivateAddress, kindOfImage, markColour } from "../image-rules.ts";
import { chooseInternalName, domainOf, fold, isReserved, RESERVED_NAMES, slugify } from "../names.ts";
import {
  bestCommission,
  type Commission,
  type CommissionGroup,
  cashBackOf,
  groupFor,
  memberRate,
  offerState,
  rateText,
  usualRateBelow,
} from "../rules.ts";
import { instantText } from "../shape-answers.ts";
import { merchantCategoryOf, PRODUCT_CATEGORIES, productPlaceOf } from "../taxonomy/taxonomy.ts";
import { trackingTemplate } from "../tracking-links.ts";

const percent = (bps: number): Commission => ({ kind: "percent", bps, minor: 0n });
const fixed = (minor: bigint): Commission => ({ kind: "fixed", bps: 0, minor });
const group = (code: string, name: string, bps: number): CommissionGroup => ({
  code,
  name,
  kind: "percent",
  bps,
  minor: 0n,
});

describe("rates", () => {
  it.each([
    [percent(400), 7_000, { kind: "percent", bps: 280, up_to: false }],
    [percent(425), 7_000, { kind: "percent", bps: 290, up_to: false }],
    [percent(10), 7_000, { kind: "none" }],
    [percent(0), 7_000, { kind: "none" }],
    [fixed(3_333n), 7_000, { kind: "fixed", minor: "2333", up_to: false }],
    [fixed(1n), 7_000, { kind: "none" }],
  ])("%o at %i is shown rounded down", (commission, share, rate) => {
    expect(memberRate(commission, share, false)).toEqual(rate);
  });

  it("never promises more than the share for any commission", () => {
    for (let bps = 0; bps <= 10_000; bps += 7) {
      const rate = memberRate(percent(bps), 7_000, false);
      if (rate.kind === "percent") expect(rate.bps * 10_000).toBeLessThanOrEqual(bps * 7_000);
    }
  });

  it("takes the best group, and says up to when some goods earn less but something", () => {
    const sale = group("SALE", "Sale", 200);
    expect(bestCommission([group("A", "All", 400), sale])).toEqual({ commission: percent(400), up_to: true });
    expect(bestCommission([group("A", "All", 400), group("GIFT", "Gift cards", 0)])).toEqual({
      commission: percent(400),
      up_to: false,
    });
    expect(bestCommission([])).toMatchObject({ commission: { kind: "none" } });
  });

  it("gives cash back rounded down, and never more than the price", () => {
    expect(cashBackOf(999n, { kind: "percent", bps: 490, up_to: false })).toBe(48n);
    expect(cashBackOf(500n, { kind: "fixed", minor: "2000", up_to: false })).toBe(500n);
    expect(cashBackOf(500n, { kind: "none" })).toBe(0n);
  });

  it("chooses a product's group by its name, else the first", () => {
    const groups = [
      ["DEFAULT", "Everything else"],
      ["CORE", "Processors and graphics cards"],
      ["DESK", "Keyboards, mice and headphones"],
      ["GIFT", "Gift cards"],
    ].map(([code = "", name = ""]) => ({ code, folded: fold(name) }));
    expect(groupFor(groups, fold("Processors"))).toBe("CORE");
    expect(groupFor(groups, fold("Mice"))).toBe("DESK");
    expect(groupFor(groups, fold("Memory"))).toBe("DEFAULT");
    expect(groupFor([], fold("Memory"))).toBe("");
  });

  const now = new Date("2026-03-31T00:00:00Z");
  const on = (day: string, bps: number) => ({ ...percent(bps), since: new Date(`2026-${day}T00:00:00Z`) });
  it.each([
    ["a rise is shown beside the usual rate", [on("01-01", 300), on("03-29", 600)], 300],
    ["a rise that lasts is the usual rate", [on("01-01", 300), on("03-10", 600)], null],
    ["a fall is not shown", [on("01-01", 600), on("03-29", 300)], null],
    ["what was never otherwise is not shown", [on("01-01", 300)], null],
    ["back to normal is not shown", [on("01-01", 300), on("03-25", 600), on("03-29", 300)], null],
  ])("%s", (_name, history, usual) => {
    expect(usualRateBelow(history, now)?.bps ?? null).toBe(usual);
  });

  it("says rates in words", () => {
    expect(rateText({ kind: "percent", bps: 490, up_to: true })).toBe("Up to 4.9% cash back");
    expect(rateText({ kind: "percent", bps: 1000, up_to: false }, "es")).toBe("10\u00a0% de vuelta");
    expect(rateText({ kind: "fixed", minor: "2150", up_to: false })).toBe("$21.50 cash back");
    expect(rateText({ kind: "fixed", minor: "700", up_to: true })).toBe("Up to $7.00 cash back");
    expect(rateText({ kind: "fixed", minor: "120000", up_to: false }, "es")).toBe("$1,200.00 de vuelta");
    expect(rateText({ kind: "none" })).toBe("Coupons only");
  });
});

describe("offers", () => {
  const now = new Date("2026-03-10T12:00:00Z");
  it.each([
    [null, null, false, "live"],
    ["2026-03-11", null, false, "upcoming"],
    [null, "2026-03-10T12:00:00Z", false, "ended"],
    [null, "2026-04-01", true, "ended"],
  ])("from %s to %s gone %s is %s", (from, to, gone, state) => {
    expect(offerState({ starts_at: from ? new Date(from) : null, ends_at: to ? new Date(to) : null, gone }, now)).toBe(
      state,
    );
  });

  it.each([
    ["15% off keyboards", { kind: "percent", bps: 1500 }],
    ["Save 7.5% off all", { kind: "percent", bps: 750 }],
    ["$25 off orders of $250 or more", { kind: "amount", minor: 2500n }],
    ["Up to 50% off selected lines", { kind: "other" }],
    ["Free shipping on everything", { kind: "shipping" }],
    ["Half price on everything", { kind: "percent", bps: 5000 }],
    ["Monitors reduced", { kind: "other" }],
    ["400% off", { kind: "other" }],
    ["Save $1,250 on tables", { kind: "amount", minor: 125_000n }],
    ["$25,50 off", { kind: "other" }],
  ])("%s", (title, discount) => expect(discountIn(title)).toEqual(discount));

  it("reads dates in the networks' ways and refuses the rest", () => {
    expect(readDate("2026-10-01 00:00:00.0")?.toISOString()).toBe("2026-10-01T00:00:00.000Z");
    expect(readDate("2026-10-01T02:00:00+02:00")?.toISOString()).toBe("2026-10-01T00:00:00.000Z");
    for (const bad of ["", "tomorrow", "0001-01-01", "2026-13-45", "99999-01-01"]) expect(readDate(bad)).toBeNull();
  });

  const raw = {
    id: "1",
    programme_id: "9",
    advertiser_id: "",
    code: "",
    title: "10% off",
    description: "",
    restriction: "",
    free_shipping: false,
    starts: "",
    ends: "",
    tracking_link: "",
  };
  it("refuses what cannot be a coupon, with a reason", () => {
    const reason = (change: Partial<typeof raw>) => (readOffer({ ...raw, ...change }) as { reason?: string }).reason;
    expect(reason({ id: "" })).toBe("no id");
    expect(reason({ title: "<b></b>" })).toBe("no title");
    expect(reason({ code: "x".repeat(80) })).toBe("the code is longer than 60 characters");
    expect(reason({ starts: "2026-02-01", ends: "2026-01-01" })).toBe("it ends before it starts");
    expect(reason({ ends: "soon" })).toBe("the end is not a date");
  });
  it("finds conditions and minimums in the words, and knows codes that are none", () => {
    expect(
      readOffer({ ...raw, code: "No code needed", description: "For new customers. Orders over $50 only" }),
    ).toMatchObject({ code: null, condition: "New customers only", minimum_minor: 5000n });
    expect(readOffer({ ...raw, description: "Orders over $1,050, and free delivery" })).toMatchObject({
      minimum_minor: 105_000n,
    });
  });
});

describe("texts", () => {
  it.each([
    ["<b>Bold</b>&nbsp;&amp; <script>alert(1)</script>safe", "Bold & safe"],
    ["&lt;img src=x onerror=alert(1)&gt;Tea", "Tea"],
    ["Caf&eacute; &#233; &#xE9; &bogus;", "Café é é &bogus;"],
    // Every name that HTML knows, in its own letters; numbers of old Windows pages are what browsers show for them.
    ["Sm&oslash;rrebr&oslash;d &Ouml;l &check; &#150;", "Smørrebrød Öl ✓ –"],
    // Only what ends like an entity is one: `&copy=` and `&reg` stand in addresses and in names.
    ["R&D &reg &copy=1 a&amp b", "R&D &reg &copy=1 a&amp b"],
    ["Tea&#0; &#xD800;&#x110000;cup&shy;", "Tea cup"],
    ["a\u0000b\u200bc\u202ed", "abcd"],
    ["<style>p{color:red}</style>Plain <!-- not this --> text", "Plain text"],
    ["5 < 6 and 7 > 3", "5 < 6 and 7 > 3"],
    ["lone \ud800 surrogate", "lone \ufffd surrogate"],
    ["unfinished <a href='", "unfinished"],
  ])("%j is cleaned", (given, clean) => expect(cleanText(given, 200)).toBe(clean));

  it("cuts long texts at a word", () => {
    const text = cleanText("word ".repeat(1_000_000), 50);
    expect(text.length).toBeLessThanOrEqual(50);
    expect(text.endsWith("word…")).toBe(true);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://a.example/",
    "//a.example",
    "https://user:pass@a.example/",
    "https://",
    "not a link",
    "",
    `https://a.example/${"x".repeat(3_000)}`,
  ])("%.40s is no link", (link) => expect(cleanLink(link)).toBeNull());

  it("knows GTINs by their check digit", () => {
    expect(cleanGtin("4006381333931")).toBe("04006381333931");
    expect(cleanGtin("036000291452")).toBe("00036000291452");
    for (const bad of ["4006381333932", "0000000000000", "123", "abc", undefined]) expect(cleanGtin(bad)).toBeNull();
  });

  it.each([
    ["15.00 USD", 1500n, "USD"],
    ["USD15.00", 1500n, "USD"],
    ["US$1,299.99", 129999n, "USD"],
    ["$1,299.99", 129999n, ""],
    ["1.299,00 EUR", 129900n, "EUR"],
    ["1,29,900.00 INR", 12990000n, "INR"],
    ["-5 USD", -500n, "USD"],
  ])("reads the price %s", (text, minor, currency) => expect(readPrice(text, undefined)).toEqual({ minor, currency }));
  it.each(["free", "", "1e9", "NaN", "12.3.4 USD", "12,3456 USD", "9".repeat(50)])("%j is no price", (text) =>
    expect(readPrice(text, undefined)).toBeNull(),
  );

  it("reads commissions and refuses absurd ones", () => {
    expect([
      readPercent("4.5"),
      readPercent("4.50%"),
      readPercent("0.57%"),
      readPercent("101"),
      readPercent("-3"),
    ]).toEqual([450, 450, 57, null, null]);
    expect([
      readFixed("USD 30.00"),
      readFixed("30"),
      readFixed("EUR 5"),
      readFixed("99999999"),
      readFixed("12,50"),
    ]).toEqual([3000n, 3000n, null, null, null]);
  });
});

describe("names", () => {
  it("are folded alike whoever writes them", () => {
    for (const text of ["Levi's", "levis", "LÉVI’S"]) expect(fold(text)).toBe("levis");
    expect(fold("Łódź & Straße  Ærø!")).toBe("lodz and strasse aero");
    expect(slugify("Rao's Homemade")).toBe("raos-homemade");
  });

  it("keep off every address of the site", () => {
    const routes = readFileSync(new URL("../../../routes.ts", import.meta.url), "utf8");
    const first = [...routes.matchAll(/(?:route|pending|redirect|again)\("([^":*/]+)/g)].map((match) =>
      (match[1] ?? "").toLowerCase(),
    );
    expect(first.length).toBeGreaterThan(80);
    expect(first.filter((name) => !RESERVED_NAMES.has(name))).toEqual([]);
  });

  it("get a suffix and a warning when reserved or taken", () => {
    expect(chooseInternalName("News", "news.example", () => false)).toMatchObject({
      name: "news-store",
      warning: expect.stringContaining("own addresses"),
    });
    expect(chooseInternalName("Acme", "acme.example", (name) => name === "acme")).toMatchObject({
      name: "acme-example",
    });
    expect(chooseInternalName("!!!", "x.example", () => false).name).toBe("x-example");
    expect(isReserved("hot-coupons") && isReserved("a-product")).toBe(true);
  });

  it("find a merchant's domain", () => {
    expect(domainOf("https://WWW.Shop.example/path")).toBe("shop.example");
    expect(domainOf("shop.example")).toBe("shop.example");
    expect(domainOf("https://macys.com./")).toBe("macys.com");
    for (const bad of [
      "javascript:alert(1)",
      "localhost",
      "",
      "http://10.0.0.1/",
      "http://[::1]/",
      "http://0x7f000001/",
    ])
      expect(domainOf(bad)).toBeNull();
  });
});

describe("categories", () => {
  it("understand the networks' words", () => {
    expect(merchantCategoryOf("Electronics & Computers")).toBe("electronics");
    expect(merchantCategoryOf("Women's Fashion")).toBe("clothing");
    expect(merchantCategoryOf("Zorbing")).toBe("other");
    expect(productPlaceOf("Computers > Case Fans")).toMatchObject({ category: "computers", subcategory: "case-fans" });
    expect(productPlaceOf("Nothing we know")).toMatchObject({ category: "other", subcategory: "" });
  });
  it("have an address of their own and a name in both languages", () => {
    for (const department of PRODUCT_CATEGORIES) {
      const slugs = department.subcategories.map((sub) => sub.slug);
      expect(new Set(slugs).size).toBe(slugs.length);
      for (const named of [department, ...department.subcategories])
        expect(named.name_en && named.name_es).toBeTruthy();
    }
  });
});

describe("tracking links", () => {
  it.each([
    ["impact", "https://brand.sjv.io/c/1010/5/9001", null, "https://brand.sjv.io/c/1010/5/9001?subId1={click}"],
    [
      "impact",
      "https://brand.sjv.io/c/1010/5/9001",
      "https://shop.example/p?a=1&b=2",
      "https://brand.sjv.io/c/1010/5/9001?subId1={click}&u=https%3A%2F%2Fshop.example%2Fp%3Fa%3D1%26b%3D2",
    ],
    [
      "cj",
      "https://www.anrdoezrs.net/links/88/type/dlg/sid/{SID}/{URL}",
      "https://shop.example/",
      "https://www.anrdoezrs.net/links/88/type/dlg/sid/{click}/https%3A%2F%2Fshop.example%2F",
    ],
    [
      "cj",
      "https://www.anrdoezrs.net/links/88/type/dlg/sid/{SID}/{URL}",
      null,
      "https://www.anrdoezrs.net/links/88/type/dlg/sid/{click}/https%3A%2F%2Fhome.example%2F",
    ],
    [
      "cj",
      "https://x.example/click-88-1?sid={SID}&url={URL}",
      "https://www.kqzyfj.com/click-88-1?url=https%3A%2F%2Fs.example",
      "https://www.kqzyfj.com/click-88-1?url=https%3A%2F%2Fs.example&sid={click}",
    ],
    [
      "awin",
      "https://www.awin1.com/cread.php?awinmid=1&awinaffid=2",
      null,
      "https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&clickref={click}",
    ],
    [
      "awin",
      "https://www.awin1.com/cread.php?awinmid=1&awinaffid=2",
      "https://www.awin1.com/pclick.php?p=3&a=2&m=1&clickref=thief",
      "https://www.awin1.com/pclick.php?p=3&a=2&m=1&clickref={click}",
    ],
  ] as const)("%s %s", (network, programme_link, own_link, template) => {
    expect(trackingTemplate({ network, programme_link, own_link, url: "https://home.example/" })).toBe(template);
  });
});

describe("pictures and feeds", () => {
  it("are told by their first bytes", () => {
    expect(kindOfImage(Buffer.from("89504e470d0a1a0a00000000", "hex"))).toBe("image/png");
    expect(kindOfImage(Buffer.from('<?xml version="1.0"?><svg xmlns="x"></svg>'))).toBe("image/svg+xml");
    expect(kindOfImage(Buffer.from("<html><svg></svg></html>"))).toBeNull();
    expect(markColour('<svg><path fill="#fff"/><path fill="#1F5f5b"/></svg>')).toBe("#1f5f5b");
  });
  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "169.254.169.254",
    "192.168.0.1",
    "172.20.0.1",
    "::1",
    "fd00::1",
    "fe80::1",
    "::ffff:127.0.0.1",
    "0.0.0.0",
    "224.0.0.1",
  ])("%s is nobody's to fetch from", (address) => expect(isPrivateAddress(address)).toBe(true));
  it("may be fetched from public addresses", () =>
    expect(["93.184.216.34", "2606:2800:220:1::1"].some(isPrivateAddress)).toBe(false));
});

describe("instants of JSON", () => {
  it.each([
    "2026-03-10T12:00:00+00:00",
    "2026-03-10T12:00:00.1+00:00",
    "2026-03-10T12:00:00.123456+00:00",
    "2026-03-10T12:00:00.999999+00:00",
    "2026-03-10T07:00:00.25-05:00",
    "2026-03-10T12:00:00Z",
  ])("%s is written as a date would be", (text) => expect(instantText(text)).toBe(new Date(text).toISOString()));
  it("nothing stays nothing, and a date is written as it is", () => {
    expect(instantText(null)).toBeNull();
    expect(instantText(new Date(0))).toBe("1970-01-01T00:00:00.000Z");
  });
});
