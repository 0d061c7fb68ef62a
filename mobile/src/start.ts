/** The page that lies in the app itself: it asks for the lock, and leads to the site by the link that opened the app. */
import { type AppHome, pathOfLink } from "./deep-link.ts";
import { unlock } from "./lock.ts";
import { type Phone, phoneHere } from "./phone.ts";

const FIRST = "/mobile/dashboard?from=app";
const SPANISH: Readonly<Record<string, string>> = {
  Unlock: "Desbloquear",
};

/** The address of the site that the app starts with. */
export async function firstAddress({ App }: Pick<Phone, "App">, home: AppHome): Promise<string> {
  const opened = await App.getLaunchUrl();
  return home.site + ((opened?.url && pathOfLink(opened.url, home)) || FIRST);
}

/** Written into the page when it is made, from the brand pack. */
declare const HOME: AppHome;

if (typeof document !== "undefined") {
  const language = navigator.language.startsWith("es") ? "es" : "en";
  document.documentElement.lang = language;
  const button = document.querySelector("button");
  const phone = phoneHere();
  if (button && language === "es") button.textContent = SPANISH[button.textContent] ?? button.textContent;
  const begin = async () => {
    if (phone && (await unlock(phone, language))) location.replace(await firstAddress(phone, HOME));
    else if (button) button.hidden = false;
  };
  button?.addEventListener("click", () => void begin());
  void begin();
}
