/** Titles, descriptions, canonical addresses and structured data, the same way on every page. */
import type { MetaDescriptor } from "react-router";
import type { ShellBrand } from "./shell/brand.tsx";
import { type Language, type Translate, translator } from "./text.tsx";

type Root = { language: Language; brand: ShellBrand; publicUrl: string };
type Match = { id: string; loaderData?: unknown; data?: unknown } | undefined;
export type Structured = Record<string, unknown>;

export type PageWords = {
  title: string;
  description: string;
  /** Path of the page under its one true address, with the query that belongs to it. */
  path: string;
  /** Absolute or rooted address of a picture for cards in chats and feeds. */
  image?: string | null | undefined;
  noindex?: boolean | undefined;
  /** schema.org objects; `@context` is added. */
  structured?: readonly Structured[];
};

export type PageWriter = { t: Translate; language: Language; brand: ShellBrand; absolute: (path: string) => string };

export function pageMeta(matches: readonly unknown[], write: (writer: PageWriter) => PageWords): MetaDescriptor[] {
  const root = (matches as readonly Match[]).find((match) => match?.id === "root");
  const data = (root?.loaderData ?? root?.data) as Root | undefined;
  if (!data) return [{ title: "Tuppence" }];
  const absolute = (path: string) => (path.startsWith("/") ? data.publicUrl + path : path);
  const page = write({ t: translator(data.language), language: data.language, brand: data.brand, absolute });
  const url = absolute(page.path);
  const inSpanish = `${url}${url.includes("?") ? "&" : "?"}lang=es`;
  const title = page.title.includes(data.brand.name) ? page.title : `${page.title} · ${data.brand.name}`;
  return [
    { title },
    { name: "description", content: page.description },
    ...(page.noindex
      ? [{ name: "robots", content: "noindex" }]
      : [
          { tagName: "link", rel: "canonical", href: data.language === "es" ? inSpanish : url },
          { tagName: "link", rel: "alternate", hrefLang: "en", href: url },
          { tagName: "link", rel: "alternate", hrefLang: "es", href: inSpanish },
          { tagName: "link", rel: "alternate", hrefLang: "x-default", href: url },
        ]),
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    { property: "og:type", content: "website" },
    { property: "og:url", content: url },
    { property: "og:site_name", content: data.brand.name },
    ...(page.image ? [{ property: "og:image", content: absolute(page.image) }] : []),
    ...(page.structured ?? []).map((item) => ({ "script:ld+json": { "@context": "https://schema.org", ...item } })),
  ] as MetaDescriptor[];
}

/** The way to a page, as search engines read it. */
export const breadcrumbData = (
  crumbs: readonly { text: string; href?: string }[],
  absolute: (path: string) => string,
): Structured => ({
  "@type": "BreadcrumbList",
  itemListElement: crumbs.map((crumb, at) => ({
    "@type": "ListItem",
    position: at + 1,
    name: crumb.text,
    ...(crumb.href && { item: absolute(crumb.href) }),
  })),
});
