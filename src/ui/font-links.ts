/**
 * The two faces of the first view, asked for with the document instead of after the style sheet, for the root's `links`.
 * Public pages hold their styles themselves and leave these out (`server/first-paint.ts`).
 * They cost a third of a second of the first paint on a slow phone. Without them pages move when they come, by up to 0.2 on
 * devices that have none of the faces that the fallbacks were measured with: standing still is worth more.
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
