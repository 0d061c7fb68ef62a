/** A list in pieces: cut anywhere on its way, hashed as it comes, led on by a difference to exactly the text of the whole. */
import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Bundle, hostLines, type Store, storeOf } from "../src/bundle.ts";
import { createSha256 } from "../src/sha256.ts";
import { encoded, leadOn, readPiece, shelve } from "../src/shelve.ts";

const storeNo = (n: number, more: Partial<Store> = {}): Store => ({
  name: `store-${`${n}`.padStart(5, "0")}`,
  title: n % 3 === 0 ? `La "tienda" \\ número ${n} {[€]}` : `Store ${n}`,
  hosts: [`store${n}.example`],
  rate: { kind: "percent", bps: n, up_to: false },
  codes: [{ code: `CODE${n}`, title: `}],"stores":[{ ${n}`, language: "en" }],
  ...more,
});
const bundleOf = (stores: readonly Store[]): Bundle => ({
  format: 1,
  stores,
  stand_down: { hops: [], marks: [], min_minutes: 90, idle_minutes: 60 },
  own: [{ network: "awin", host: "www.awin1.com", publisher: "1" }],
  recipes: [],
});
const STORES = Array.from({ length: 1_500 }, (_, n) => storeNo(2 * n));
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

async function* brokenInto(text: string, length: number) {
  const bytes = new TextEncoder().encode(text);
  for (let from = 0; from < bytes.length; from += length) yield bytes.slice(from, from + length);
}
async function* storesOf(packed: readonly string[]) {
  for (const piece of packed) yield await readPiece(piece);
}
async function all(packed: readonly string[]): Promise<Store[]> {
  const stores: Store[] = [];
  for await (const some of storesOf(packed)) stores.push(...some);
  return stores;
}

describe("shelving", () => {
  const bundle = bundleOf(STORES);
  const text = JSON.stringify(bundle);

  it.each([5, 64, 65_536, 10_000_000])("is the same by chunks of %i bytes", async (length) => {
    const { hash, shelf } = await shelve(brokenInto(text, length));
    expect(hash).toBe(hashOf(text));
    expect(await all(shelf.pieces)).toEqual(STORES);
    expect(shelf.rest).toEqual({ stand_down: bundle.stand_down, own: bundle.own, recipes: bundle.recipes });
    expect(shelf.pieces.length).toBeGreaterThan(1);
    const begun = await Promise.all(shelf.pieces.map(async (piece) => (await readPiece(piece))[0]?.name));
    expect(shelf.firsts).toEqual(begun);
    expect(shelf.titles.split("\n").length).toBe(STORES.length + 1);
  });

  it("takes a list without stores, and nothing that is no list", async () => {
    const none = await shelve(brokenInto(JSON.stringify(bundleOf([])), 64));
    expect(none.shelf).toMatchObject({ pieces: [], firsts: [], hosts: "", titles: "" });
    const wrong = ["", "{}", text.slice(0, 15), text.slice(0, -1), text.slice(0, 100_000), ` ${text}`, `${text}}`];
    for (const one of wrong) await expect(shelve(brokenInto(one, 64))).rejects.toThrow();
  });

  it("keeps pieces small, so that a store is read without the others", async () => {
    const { shelf } = await shelve(brokenInto(text, 65_536));
    for (const piece of shelf.pieces) expect(JSON.stringify(await readPiece(piece)).length).toBeLessThan(70_000);
  });
});

describe("a difference", () => {
  const cases: readonly (readonly [string, Store[], string[]])[] = [
    ["nothing", [], []],
    ["before the first and after the last", [storeNo(99_999), { ...storeNo(0), name: "aaa" }], []],
    ["between, in place of, and away", [storeNo(5), storeNo(4, { title: "Other" }), storeNo(7)], ["store-00008"]],
    ["the first and the last away", [], ["store-00000", "store-02998"]],
    ["gone and set at once", [storeNo(6, { title: "Back" })], ["store-00006"]],
    ["all away", [], STORES.map(({ name }) => name)],
  ];
  it.each(cases)("leads to the text of the whole: %s", async (_name, set, gone) => {
    const { shelf } = await shelve(brokenInto(JSON.stringify(bundleOf(STORES)), 65_536));
    const stores = new Map(STORES.map((store) => [store.name, store]));
    for (const name of gone) stores.delete(name);
    for (const store of set) stores.set(store.name, store);
    const wanted = bundleOf([...stores.values()].sort((one, other) => (one.name < other.name ? -1 : 1)));
    const led = leadOn(storesOf(shelf.pieces), shelf.rest, { format: 1, set, gone });
    const { hash, shelf: then } = await shelve(encoded(led));
    expect(hash).toBe(hashOf(JSON.stringify(wanted)));
    expect(await all(then.pieces)).toEqual(wanted.stores);
  });
});

describe("hosts", () => {
  const hosts = hostLines([
    ["a.example", "first"],
    ["shop.example", "shop"],
    ["shop.example", "shop-two"],
    ["shop.example.org", "org"],
    ["shop-outlet.example", "outlet"],
    ["z.example", "last"],
    ["bad host", "bad"],
  ]);

  it("are found with all below them, the longest first, and of two stores the later", () => {
    const told = (address: string) => storeOf(hosts, address);
    expect(told("https://a.example/x")).toBe("first");
    expect(told("https://www.shop.example/")).toBe("shop-two");
    expect(told("http://shop.example.org/")).toBe("org");
    expect(told("https://shop-outlet.example/")).toBe("outlet");
    expect(told("https://z.example/")).toBe("last");
    for (const none of ["https://example/", "https://op.example/", "https://b.example/", "ftp://a.example/", "x", ""])
      expect(told(none), none).toBe(null);
    expect(storeOf("", "https://a.example/")).toBe(null);
  });

  it("are each found among thousands", () => {
    const many = hostLines(STORES.map(({ hosts: [host = ""], name }) => [host, name]));
    for (const {
      hosts: [host = ""],
      name,
    } of STORES)
      expect(storeOf(many, `https://${host}/`)).toBe(name);
  });
});

it("hashes as FIPS 180-4 says, however it is broken", () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = randomBytes(length);
    const hash = createSha256();
    for (let from = 0; from < length; from += 1 + (length % 67))
      hash.add(bytes.subarray(from, from + 1 + (length % 67)));
    expect(hash.end(), `${length} bytes`).toBe(createHash("sha256").update(bytes).digest("hex"));
  }
});
