/** Every place in which a store or its coupons may be met, in both languages and as partners show them, each read from whatever is kept of it. */
import { gunzipSync } from "node:zlib";
import type { Stage } from "../support/stage.ts";

/** Brands that browsers have a bundle of. */
const BUNDLES = ["tuppence"];
const VIEWS: readonly Record<string, string>[] = [{}, { lang: "es" }, { partner: "shipright", lang: "es" }];

/** Paths of pages, calls and the site map that may tell of a store. */
export function surfacesOf(store: string, more: readonly string[] = []): string[] {
  const pages = [
    ...[
      "/",
      "/stores",
      `/stores?q=${store}`,
      "/coupons",
      `/coupons?q=${store}`,
      "/MerchantList",
      "/section/top-stores",
    ],
    ...["/section/best-cashback", `/search?q=${store}`, `/search?q=${store}+coupons`],
    ...[`/${store}-coupons`, ...more],
  ];
  const calls = [`/api/search?q=${store}`, `/api/stores?q=${store}`, `/api/stores/${store}`];
  const written = (path: string, view: Record<string, string>) => {
    const query = new URLSearchParams(view).toString();
    return query === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
  };
  return [
    ...pages.flatMap((path) => VIEWS.map((view) => written(path, view))),
    ...calls.flatMap((path) => VIEWS.map((view) => written(path, view))),
    ...["/sitemap.xml", "/sitemap-pages.xml", "/sitemap-stores.xml"],
  ];
}

type Seen = { path: string; etag: string | null; body: string };

export function openSurfaces({ product }: Stage) {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${product.url}${path}`, { redirect: "manual", headers });
  const gzipped = async (path: string) => {
    const response = await ask(path);
    if (!response.ok) return "";
    const bytes = Buffer.from(await response.arrayBuffer());
    return bytes[0] === 0x1f ? gunzipSync(bytes).toString() : bytes.toString();
  };
  type Manifest = { version: number; differences: { from: number }[] };
  const manifestOf = async (brand: string) => (await (await ask(`/ext/${brand}/manifest.json`)).json()) as Manifest;
  /** What browsers have, and what leads them there from what they had. */
  async function bundles(): Promise<string> {
    const parts: string[] = [];
    for (const brand of BUNDLES) {
      const { version, differences } = await manifestOf(brand);
      parts.push(await gzipped(`/ext/${brand}/bundle/${version}`));
      const newest = Math.max(0, ...differences.map(({ from }) => from));
      if (newest > 0) parts.push(await gzipped(`/ext/${brand}/difference/${newest}/${version}`));
    }
    return parts.join("\n");
  }
  async function look(paths: readonly string[]): Promise<Seen[]> {
    const seen: Seen[] = [];
    for (const path of paths) {
      // The second time from whatever is kept.
      await (await ask(path)).text();
      const response = await ask(path);
      const body = `${response.headers.get("location") ?? ""} ${await response.text()}`;
      seen.push({ path, etag: response.headers.get("etag"), body });
    }
    return seen;
  }
  return {
    bundles,
    look,
    /** Of what told it before, what a browser that comes with its old copy is told to go on with. */
    async stillGood(before: readonly Seen[], text: string): Promise<string[]> {
      const good: string[] = [];
      for (const { path, etag, body } of before)
        if (etag && body.includes(text) && (await ask(path, { "if-none-match": etag })).status === 304) good.push(path);
      return good;
    },
    /** Those that tell it now. */
    async telling(paths: readonly string[], text: string): Promise<string[]> {
      return (await look(paths)).filter(({ body }) => body.includes(text)).map(({ path }) => path);
    },
  };
}
