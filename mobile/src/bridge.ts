/** Joins the site to the phone that shows it. The site loads this in the app alone (`src/site/app/app-host.tsx`). */
import { pathOfAlert } from "./alerts.ts";
import { type AppHome, pathOfLink } from "./deep-link.ts";
import { watchAway } from "./lock.ts";
import type { Phone } from "./phone.ts";

const SHUT = {
  en: { title: "Locked", open: "Unlock" },
  es: { title: "Bloqueada", open: "Desbloquear" },
};

/** The part of a page that the bridge touches; a test hands in its own. */
export type Page = {
  go: (path: string) => void;
  now: () => number;
  language: "en" | "es";
};

let joined = false;
export function joinPhone(phone: Phone, home: AppHome, page: Page): void {
  if (joined) return;
  joined = true;
  followLinks(phone, home, page.go);
  signInOutside(phone, home.site);
  shareByPhone(phone);
  const shut = makeCover(page.language);
  const { again } = watchAway(phone, { ...page, cover: () => shut.show(), uncover: () => shut.hide() });
  shut.onPress(() => void again());
}

/** The links of the phone and the alerts that are touched, also those that opened the app. What leads to nothing of ours does nothing. */
export function followLinks(
  { App, PushNotifications, Browser }: Pick<Phone, "App" | "PushNotifications" | "Browser">,
  home: AppHome,
  go: (path: string) => void,
): void {
  void App.addListener("appUrlOpen", ({ url }) => {
    const path = pathOfLink(url, home);
    if (path === null) return;
    // The browser in which a sign-in was made lies over the app; Android closes it by itself and says so by refusing.
    Browser.close().catch(() => {});
    go(path);
  });
  void PushNotifications.addListener("pushNotificationActionPerformed", ({ notification }) => {
    const path = pathOfAlert(notification.data, home);
    if (path !== null) go(path);
  });
}

/** Google and others sign nobody in inside an app: the phone's own browser does, and leads back by the app's link. */
function signInOutside({ Browser }: Phone, site: string): void {
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || !isOutsideSignIn(link.href, site)) return;
      event.preventDefault();
      event.stopPropagation();
      void Browser.open({ url: `${site}/mobile-login-full-page-redirect` });
    },
    { capture: true },
  );
}

export function isOutsideSignIn(href: string, site: string): boolean {
  if (!URL.canParse(href)) return false;
  const { origin, pathname } = new URL(href);
  return origin === site && /^\/oauth\/\w+$/.test(pathname);
}

/** Android's frame has no sharing of its own: pages find it under its usual name. */
function shareByPhone({ Share }: Phone): void {
  if (typeof navigator.share === "function") return;
  Object.defineProperty(navigator, "share", {
    configurable: true,
    value: async ({ title, text, url }: ShareData = {}) => {
      await Share.share({ ...(title && { title }), ...(text && { text }), ...(url && { url }) });
    },
  });
}

/** Lies over the whole page as a dialog, so that nothing under it is read or pressed. */
function makeCover(language: "en" | "es") {
  const cover = document.createElement("dialog");
  cover.setAttribute("aria-label", SHUT[language].title);
  cover.style.cssText =
    "position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;border:0;display:none;place-content:center;background:Canvas;color:CanvasText";
  const open = document.createElement("button");
  open.type = "button";
  open.className = "btn btn-primary";
  open.textContent = SHUT[language].open;
  cover.append(open);
  cover.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(cover);
  return {
    show: () => {
      if (cover.open) return;
      cover.showModal();
      cover.style.display = "grid";
    },
    hide: () => {
      cover.close();
      cover.style.display = "none";
    },
    onPress: (pressed: () => void) => open.addEventListener("click", pressed),
  };
}
