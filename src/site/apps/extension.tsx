/** `/extension`: what the extension does and does not, and the way to it for the browser at hand. */
import { useEffect, useState } from "react";
import { browserOf, extensionIsThere, extensionVersion, MARKER, type StoreBrowser } from "#client/extension.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Icon, type IconName, ServiceIcon, type ServiceName } from "#ui/icon.tsx";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useBrand } from "#ui/shell/brand.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/extension";
import { ExtensionAge } from "./extension-age.tsx";

export const handle = publicPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("The browser extension"),
    description: t(
      "Cash back and codes at checkout, in Chrome, Firefox and Edge. No page address leaves your browser.",
    ),
    path: "/extension",
  }));

const STORES: readonly { browser: StoreBrowser; name: string; icon: ServiceName | null }[] = [
  { browser: "chrome", name: "Chrome", icon: "googlechrome" },
  { browser: "firefox", name: "Firefox", icon: "firefoxbrowser" },
  { browser: "edge", name: "Edge", icon: null },
];
const DOES: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: "badge-percent",
    title: "Says when a store pays back",
    text: "At a store that pays cash back, its rate is in your toolbar. You turn it on with a press, and the store tells us.",
  },
  {
    icon: "ticket",
    title: "Tries the codes for you",
    text: "At checkout it tries the best codes in order, keeps the one that saves most and says what it tried. It never submits an order.",
  },
  {
    icon: "hand",
    title: "Takes nobody's commission",
    text: "If you came from another site or creator, it stands down for that visit. It changes no links, ever.",
  },
  {
    icon: "shield-check",
    title: "Keeps your pages to yourself",
    text: "Stores and codes come to your browser as a list, and matching happens there. Which pages you open is never sent.",
  },
];

export default function Extension() {
  const t = useText();
  const { has_extension, extension, name } = useBrand();
  const [own, setOwn] = useState<StoreBrowser | null>(null);
  const [there, setThere] = useState(false);
  const [version, setVersion] = useState<string | null>(null);
  useEffect(() => {
    setOwn(browserOf(navigator.userAgent));
    const look = () => {
      setThere(extensionIsThere());
      setVersion(extensionVersion());
    };
    look();
    // The extension's own script may come after the page's.
    const observer = new MutationObserver(look);
    observer.observe(document.documentElement, { attributeFilter: [MARKER] });
    return () => observer.disconnect();
  }, []);
  return (
    <Frame>
      <div className="wrap section-tight">
        <h1>{t("Cash back and codes, right at checkout")}</h1>
        <p className="lead mt-3 max-w-[50ch]">
          {has_extension
            ? t("The {{name}} extension for Chrome, Firefox and Edge. Free, with the account you have.", { name })
            : t("{{name}} has no extension of its own. Cash back starts from a store's page here, on any device.", {
                name,
              })}
        </p>
        {has_extension && there && (
          <div className="mt-6 max-w-[40rem]">
            <ExtensionAge version={version} />
          </div>
        )}
        {has_extension ? (
          <p className="row mt-7 flex-wrap">
            {STORES.map(({ browser, name: browserName, icon }) => (
              <ButtonLink
                key={browser}
                href={extension.stores[browser]}
                look={browser === own ? "primary" : "secondary"}
                rel="noopener"
              >
                {icon ? <ServiceIcon name={icon} /> : <Icon name="puzzle" size="sm" />}
                {t("Get it for {{browser}}", { browser: browserName })}
              </ButtonLink>
            ))}
          </p>
        ) : (
          <p className="mt-7">
            <ButtonLink look="primary" href="/stores">
              {t("Browse stores")}
            </ButtonLink>
          </p>
        )}
        {has_extension && (
          <>
            <ul className="mt-12 grid [--gap:1.5rem] md:grid-cols-2">
              {DOES.map(({ icon, title, text }) => (
                <li key={title} className="card card-pad">
                  <Icon name={icon} size="lg" />
                  <h2 className="mt-3 text-xl">{t(title)}</h2>
                  <p className="muted mt-2">{t(text)}</p>
                </li>
              ))}
            </ul>
            <p className="small muted mt-8">
              {t("On an iPhone or iPad it comes with the app.")}{" "}
              <a href="/mobile-safari/installed/1">{t("How to switch it on in Safari")}</a>
            </p>
          </>
        )}
      </div>
    </Frame>
  );
}
