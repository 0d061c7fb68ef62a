/**
 * `/console/look/{id}`: a message or a banner over and above the front page, as its readers would see it before it stands. Language and
 * partner stand in the address, as on the pages themselves; so does the mode.
 */
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from "react";
import { data } from "react-router";
import type { ShownBanner } from "#content";
import { pageContext, servicesContext } from "#services";
import { operatorPage } from "#ui/page.ts";
import { ShellPartsProvider, useShellParts } from "#ui/shell/shell-parts.tsx";
import { HomeView } from "../../site/home/home-view.tsx";
import { readHome } from "../../site/home/read-home.ts";
import { BannerStrip } from "../../site/shell/banner-strip.tsx";
import { requireOperator } from "../guard.ts";
import type { Route } from "./+types/front-page";

export const handle = operatorPage({
  reads_both: true,
  spanish: () => [import("../../modules/catalog/web/es.json"), import("../../site/home/es.json")],
});

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args, "content.see");
  const { context, params, url } = args;
  const { content, editions } = context.get(servicesContext);
  const reader = context.get(pageContext);
  const row = await editions.find(params.id);
  if (!row || (row.kind !== "messages" && row.kind !== "banners")) throw data("not_here", { status: 404 });
  const message = row.kind === "messages" ? content.previewMessage(row, reader) : null;
  const banner = row.kind === "banners" ? content.previewBanner(row, reader) : null;
  const mode = url.searchParams.get("mode") === "dark" ? ("dark" as const) : ("light" as const);
  const home = await readHome(context, { message, install: null });
  return { id: params.id, home, banner, mode, language: reader.language, partner: reader.brand.partner_name };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.home.message?.title ?? loaderData?.banner?.title ?? ""} · the console's look` },
  { name: "robots", content: "noindex" },
];

const Looked = createContext<{ banner: ShownBanner | null; way: ReactNode }>({ banner: null, way: null });

/** In the place of what is shown to readers now, behind the page's own skip link: the way back, and the banner. */
function LookedAt() {
  const { banner, way } = useContext(Looked);
  const [closed, setClosed] = useState(false);
  return (
    <>
      {way}
      {banner && !closed && <BannerStrip banner={banner} remembers={false} onClose={() => setClosed(true)} />}
    </>
  );
}

export default function FrontPage({ loaderData: { id, home, banner, mode, language, partner } }: Route.ComponentProps) {
  const parts = useShellParts();
  useLayoutEffect(() => {
    document.documentElement.dataset.mode = mode;
    return () => {
      delete document.documentElement.dataset.mode;
    };
  }, [mode]);
  const shown = useMemo(() => ({ ...parts, Banner: LookedAt }), [parts]);
  const at = (other: { lang?: string; mode?: string }) =>
    `?${new URLSearchParams({ lang: language, partner, mode, ...other })}`;
  const way = (
    <nav className="wrap small muted py-2" lang="en" aria-label="The console's look">
      A look at an edition in {language === "en" ? "English" : "Spanish"}, {mode}.{" "}
      <a href={at({ lang: language === "en" ? "es" : "en" })}>{language === "en" ? "Spanish" : "English"}</a> ·{" "}
      <a href={at({ mode: mode === "dark" ? "light" : "dark" })}>{mode === "dark" ? "Light" : "Dark"}</a> ·{" "}
      <a href={`/console/o/edition/${id}`} data-document>
        Back to the console
      </a>
    </nav>
  );
  return (
    <ShellPartsProvider parts={shown}>
      <Looked value={{ banner, way }}>
        <HomeView home={home} />
      </Looked>
    </ShellPartsProvider>
  );
}
