/**
 * Links are plain anchors: a page may hold a hundred of them, and each costs nothing to render or to hydrate. One
 * listener turns clicks on links of our own origin into client navigation. Scrolling goes to the top, or to the hash
 * with the 10 px offset of SPEC §2 (`scroll-padding-top`).
 */
import { useEffect } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { track } from "#client/track.ts";

/** Places that are answered by the server itself and never by a screen. */
const SERVER_PLACES = /^\/(api|hooks|media|go|assets|healthz|readyz|metrics)(\/|$)|\.(csv|xml|txt|pdf|json)$/;
/** Pages with card fields, whose policy lets the processor in: only a document of their own brings it. */
const CARD_PLACES = /^\/(spl\/|spupsell2?$|upsell2$|sfupsell2$)/;

/** What somebody does on a link before they press it. */
const TURNS = ["pointerover", "focusin", "touchstart"];

/** `told`: whether the shop is told which pages are read; never on operators' pages. */
export function DelegatedNavigation({ told }: { told: boolean }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const waits = useNavigation().state === "loading";
  // The style sheet shows it where a page takes its time.
  useEffect(() => {
    document.documentElement.toggleAttribute("data-waits", waits);
  }, [waits]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page.
  useEffect(() => {
    if (told) track("page_view");
    // Who comes back has the page laid out whole until they go on (`server/first-paint.ts`).
    const { dataset } = document.documentElement;
    if (dataset.returns === "now") dataset.returns = "";
    else delete dataset.returns;
    return () => {
      // Faces that would have moved the page under its reader (`server/first-paint.ts`) move nothing in a new one.
      for (const part of document.querySelectorAll("[data-fonts]")) part.removeAttribute("data-fonts");
    };
  }, [pathname]);
  useEffect(() => {
    function onClick(event: MouseEvent) {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const anchor = (event.target as Element | null)?.closest?.("a[href]");
      if (!(anchor instanceof HTMLAnchorElement)) return;
      if (anchor.target && anchor.target !== "_self") return;
      if (anchor.hasAttribute("download") || anchor.dataset.document !== undefined) return;
      const url = new URL(anchor.href);
      if (url.origin !== window.location.origin || SERVER_PLACES.test(url.pathname)) return;
      // A change of language or partner changes the whole document; in debug mode the server takes the mode along.
      if (["lang", "partner", "debug"].some((name) => url.searchParams.has(name))) return;
      if (CARD_PLACES.test(url.pathname) && !CARD_PLACES.test(window.location.pathname)) return;
      const samePage = url.pathname === window.location.pathname && url.search === window.location.search;
      if (samePage && url.hash) return;
      event.preventDefault();
      navigate(url.pathname + url.search + url.hash, { preventScrollReset: anchor.dataset.keepScroll !== undefined });
    }
    /** The router learns the routes behind a link as soon as somebody turns to it, so that the click need not wait. */
    function onTurn(event: Event) {
      const anchor = (event.target as Element | null)?.closest?.("a[href^='/']");
      if (anchor && !anchor.hasAttribute("data-discover")) anchor.setAttribute("data-discover", "true");
    }
    document.addEventListener("click", onClick);
    for (const kind of TURNS) document.addEventListener(kind, onTurn, { passive: true });
    return () => {
      document.removeEventListener("click", onClick);
      for (const kind of TURNS) document.removeEventListener(kind, onTurn);
    };
  }, [navigate]);
  return null;
}
