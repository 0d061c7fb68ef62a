import { useEffect, useState } from "react";
import { redirect } from "react-router";
import { extensionIsThere } from "#client/extension.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Icon, type IconName } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useBrand } from "#ui/shell/brand.tsx";
import { BareFrame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/mobile-safari";

/** Nothing can open these settings for anybody, so the way there is shown in steps (Apple's own words for the places). */
const PAGES: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: "settings",
    title: "Open the Settings app",
    text: "The extension came with the app. Safari asks you to switch it on yourself, once.",
  },
  {
    icon: "globe",
    title: "Tap Apps, then Safari, then Extensions",
    text: "On iOS 17 and earlier, Safari is in the first list of Settings.",
  },
  {
    icon: "puzzle",
    title: "Tap our name and switch the extension on",
    text: "Below it, choose Allow for All Websites. The extension only runs on store pages and reads nothing elsewhere.",
  },
  {
    icon: "shopping-bag",
    title: "Go shopping in Safari",
    text: "At a store that pays cash back, tap the puzzle piece in the address bar and choose us.",
  },
];

const path = (page: number) => `/mobile-safari/installed/${page}`;

export const handle = publicPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Switch on the Safari extension"),
    description: t("Four steps on your iPhone or iPad."),
    path: path(loaderData?.page ?? 1),
    noindex: true,
  }));

export async function loader({ params }: Route.LoaderArgs) {
  const page = /^[1-9]$/.test(params.page) ? Number(params.page) : 0;
  if (page < 1 || page > PAGES.length) throw redirect(path(1));
  return { page };
}

export default function MobileSafari({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const brand = useBrand();
  const { page } = loaderData;
  const step = PAGES[page - 1];
  const [there, setThere] = useState<boolean | null>(null);
  // The extension marks our pages once it may see them: on the last page that is asked for.
  useEffect(() => setThere(page === PAGES.length ? extensionIsThere() : null), [page]);
  if (!step) return null;
  return (
    <BareFrame>
      <div className="wrap wrap-narrow section-tight grid [--gap:1.25rem]">
        <p className="small muted">
          {t("Step {{page}} of {{pages}}", { page, pages: PAGES.length })}: {t("Switch on the Safari extension")}
        </p>
        <div className="bar grid-cols-4!" aria-hidden="true">
          {PAGES.map((each, at) => (
            <i key={each.title} className={at < page ? "on" : undefined} />
          ))}
        </div>
        <span className="tile tile-icon tile-64" aria-hidden="true">
          <Icon name={step.icon} size="lg" />
        </span>
        <h1>{t(step.title)}</h1>
        <p className="lead">{t(step.text)}</p>
        {there === true && (
          <Note kind="good" live>
            {t("It is on: this page can see the extension.")}
          </Note>
        )}
        {there === false && (
          <Note kind="wait" live>
            {t(
              "This page cannot see the extension yet. If the switch is on, choose Allow for All Websites and come back.",
            )}
          </Note>
        )}
        <div className="row row-wrap between">
          {page > 1 ? <ButtonLink href={path(page - 1)}>{t("Previous step")}</ButtonLink> : <span />}
          {page < PAGES.length ? (
            <ButtonLink look="primary" size="lg" href={path(page + 1)}>
              {t("Next step")}
            </ButtonLink>
          ) : (
            <ButtonLink look="primary" size="lg" href="/stores">
              {t("Browse stores")}
            </ButtonLink>
          )}
        </div>
        <p className="small muted">
          {t("Stuck? Write to {{email}} and say what you see.", { email: brand.support_email })}
        </p>
      </div>
    </BareFrame>
  );
}
