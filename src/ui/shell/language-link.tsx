import type { MouseEvent } from "react";
import { useLocation, useMatches } from "react-router";
import { Icon } from "../icon.tsx";
import type { PageHandle } from "../page.ts";
import { queryOf } from "../page-query.ts";
import { useLanguage } from "../text.tsx";

/** The whole address with the other language in it; the markup holds only what the page goes by, which is the same for everybody. */
function keepQuery(event: MouseEvent<HTMLAnchorElement>) {
  const url = new URL(window.location.href);
  url.searchParams.set("lang", event.currentTarget.lang);
  event.currentTarget.href = url.pathname + url.search + url.hash;
}

/** What an anchor to the same page in the other language needs, and that language's own name. */
export function useOtherLanguage() {
  const lang = useLanguage() === "en" ? "es" : "en";
  const given = new URLSearchParams(useLocation().search);
  const handle = useMatches().findLast((match) => match.handle)?.handle as PageHandle | undefined;
  const query = handle?.access === "public" ? queryOf(handle, given) : given;
  query.set("lang", lang);
  return {
    link: { href: `?${query}`, lang, hrefLang: lang, onClick: keepQuery },
    name: lang === "es" ? "Español" : "English",
  };
}

/** The other language by its own name. A new document: every text on the page changes. */
export function LanguageLink() {
  const { link, name } = useOtherLanguage();
  return (
    <a className="lang" {...link}>
      <Icon name="globe" size="sm" />
      {name}
    </a>
  );
}
