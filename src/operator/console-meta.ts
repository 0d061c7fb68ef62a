/** Titles of the console's pages, and that no search engine keeps them. */
import sheet from "./sheet.css?url";

export const consoleMeta = (title: string) => [
  { title: `${title} · Console` },
  { name: "robots", content: "noindex, nofollow" },
];

/** Its own style sheet, which no page of the shop loads. */
export const consoleLinks = () => [{ rel: "stylesheet", href: sheet }];
