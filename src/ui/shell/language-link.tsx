import type { MouseEvent } from "react";
import { Icon } from "../icon.tsx";
import { useLanguage } from "../text.tsx";

/** The whole address with the other language in it; the markup itself holds only what is the same for everybody. */
function keepQuery(event: MouseEvent<HTMLAnchorElement>) {
  const url = new URL(window.location.href);
  url.searchParams.set("lang", event.currentTarget.lang);
  event.currentTarget.href = url.pathname + url.search + url.hash;
}

/** What an anchor to the same page in the other language needs, and that language's own name. */
export function useOtherLanguage() {
  const lang = useLanguage() === "en" ? "es" : "en";
  return {
    link: { href: `?lang=${lang}`, lang, hrefLang: lang, onClick: keepQuery },
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
