import type { MouseEvent } from "react";
import { Icon } from "../icon.tsx";
import { useLanguage } from "../text.tsx";

/** The whole address with the other language in it; the markup itself holds only what is the same for everybody. */
function keepQuery(event: MouseEvent<HTMLAnchorElement>) {
  const url = new URL(window.location.href);
  url.searchParams.set("lang", event.currentTarget.lang);
  event.currentTarget.href = url.pathname + url.search + url.hash;
}

/** The other language by its own name. A new document: every text on the page changes. */
export function LanguageLink() {
  const other = useLanguage() === "en" ? "es" : "en";
  return (
    <a className="lang" href={`?lang=${other}`} lang={other} hrefLang={other} onClick={keepQuery}>
      <Icon name="globe" size="sm" />
      {other === "es" ? "Español" : "English"}
    </a>
  );
}
