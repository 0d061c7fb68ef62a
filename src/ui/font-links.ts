/**
 * The two faces of the first view, for the root's `links`: asked for with the document where the browser has them, else when the
 * page has come alive (`server/first-paint.ts`).
 */
import besley from "@fontsource-variable/besley/files/besley-latin-wght-normal.woff2?url";
import publicSans from "@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2?url";

export const fontLinks = [besley, publicSans].map((href) => ({
  rel: "preload",
  as: "font",
  type: "font/woff2",
  href,
  crossOrigin: "anonymous" as const,
}));
