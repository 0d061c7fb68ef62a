/**
 * The two faces of the first view, asked for with the document instead of after its styles, for the root's `links`: they are
 * shown only when they come in time (`fonts.css`).
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
