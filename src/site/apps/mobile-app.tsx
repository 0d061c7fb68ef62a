/** `/mobile-app`: what the app is for, where it is, and how the site itself becomes one. */
import { ButtonLink } from "#ui/button.tsx";
import { Icon, type IconName } from "#ui/icon.tsx";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useBrand } from "#ui/shell/brand.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/mobile-app";

export const handle = publicPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t, brand }) => ({
    title: t("The app"),
    description: t("{{name}} on your phone: your money, rebates by camera, packages and codes.", { name: brand.name }),
    path: "/mobile-app",
  }));

const PARTS: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: "book-open",
    title: "Your passbook, first thing",
    text: "What's yours, what's on its way and the day it arrives.",
  },
  {
    icon: "camera",
    title: "Rebates by camera",
    text: "Take a picture of the receipt. We read it and tell you right away what happens next.",
  },
  {
    icon: "package-search",
    title: "Packages with a clock",
    text: "Where each one is, and what to do when one is late.",
  },
  { icon: "ticket", title: "Codes in the store's app too", text: "Copy a code here, and use it wherever you shop." },
];
const HOME_SCREEN: readonly { title: string; steps: readonly string[] }[] = [
  {
    title: "iPhone and iPad, in Safari",
    steps: ["Tap Share at the bottom.", "Choose Add to Home Screen.", "Tap Add."],
  },
  {
    title: "Android, in Chrome",
    steps: ["Tap the three dots at the top.", "Choose Add to home screen.", "Tap Install."],
  },
];

export default function MobileApp() {
  const t = useText();
  const { app } = useBrand();
  return (
    <Frame>
      <div className="wrap section-tight">
        <h1>{t("Your money back, in your pocket")}</h1>
        <p className="lead mt-3 max-w-[50ch]">{t("The same account, the same rates. Free, on any phone.")}</p>
        <p className="row mt-7 flex-wrap">
          <ButtonLink look="primary" href="/get-app?stay">
            <Icon name="qr-code" size="sm" />
            {t("Scan a code or get a text")}
          </ButtonLink>
          <ButtonLink href={app.ios_url} rel="noopener">
            App Store
          </ButtonLink>
          <ButtonLink href={app.android_url} rel="noopener">
            Google Play
          </ButtonLink>
        </p>
        <ul className="mt-12 grid [--gap:1.5rem] md:grid-cols-2">
          {PARTS.map(({ icon, title, text }) => (
            <li key={title} className="card card-pad">
              <Icon name={icon} size="lg" />
              <h2 className="mt-3 text-xl">{t(title)}</h2>
              <p className="muted mt-2">{t(text)}</p>
            </li>
          ))}
        </ul>
        <section className="mt-12" aria-labelledby="home-screen">
          <h2 id="home-screen">{t("Without a store: put this site on your home screen")}</h2>
          <div className="mt-5 grid [--gap:1.5rem] md:grid-cols-2">
            {HOME_SCREEN.map(({ title, steps }) => (
              <div key={title}>
                <h3>{t(title)}</h3>
                <ol className="mt-2 list-decimal ps-5">
                  {steps.map((step) => (
                    <li key={step}>{t(step)}</li>
                  ))}
                </ol>
              </div>
            ))}
          </div>
        </section>
      </div>
    </Frame>
  );
}
