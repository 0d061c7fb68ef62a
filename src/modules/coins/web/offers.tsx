/** `/offers` and `/offers/{type}`: what apps, games and shops pay coins for, the same page for everybody. */
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { redirect, useLocation } from "react-router";
import { call } from "#client/call.ts";
import { keepList, readList } from "#client/lists.ts";
import { useViewer } from "#client/viewer.ts";
import type { OfferItem, OfferType, Platform, Progress } from "#coins";
import { pageContext, servicesContext } from "#services";
import { Chip, ChipRow } from "#ui/chips.tsx";
import { Empty } from "#ui/empty.tsx";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Pager } from "#ui/pager.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import type { Route } from "./+types/offers";
import { Bonuses } from "./bonuses.tsx";
import { EarnHead, NothingOpen } from "./earn-head.tsx";
import { EnglishNote, OfferCard } from "./offer-card.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { readerPlatform } from "./offer-words.ts";

// Most readers have begun nothing; the page is whole without it.
const BegunCard = lazy<ComponentType<{ progress: Progress }>>(() =>
  import("./begun-card.tsx").then(
    (part) => ({ default: part.BegunCard }),
    () => ({ default: () => null }),
  ),
);

export const handle = publicPage({
  query: ["device", "easy", "sort", "page"],
  cache_seconds: 300,
  spanish: () => [import("./es.json")],
});

const TYPES: Readonly<Record<string, OfferType>> = { app: "APP", game: "GAME", other: "OTHER", others: "OTHER" };
const DEVICES: readonly Platform[] = ["ios", "android", "desktop"];

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: loaderData?.open.offers === false ? t("No offers here right now") : t("Earn coins with offers"),
    description:
      loaderData?.open.offers === false
        ? t("Coins become gift cards or cash, at their full worth.")
        : t("Apps, games and shops that pay you coins, step by step. Coins become gift cards or cash."),
    path: loaderData ? hrefWith(loaderData, {}) : "/offers",
    noindex: loaderData !== undefined && (loaderData.device !== null || loaderData.easy || !loaderData.open.offers),
  }));

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { type: slug } = params as { type?: string };
  // They stand beside the offers in what one earns with, so that they are looked for here.
  if (slug !== undefined && /^surveys?$/i.test(slug)) throw redirect("/surveys", 301);
  const type = slug === undefined ? null : TYPES[slug.toLowerCase()];
  if (type === undefined) throw new Response("There is no such kind of offer.", { status: 404 });
  const query = url.searchParams;
  const device = DEVICES.find((known) => known === query.get("device")) ?? null;
  const easy = query.get("easy") === "1";
  const sort = query.get("sort") === "new" ? ("new" as const) : ("best" as const);
  const page = Math.min(500, Math.max(1, Math.trunc(Number(query.get("page"))) || 1));
  const { brand } = context.get(pageContext);
  const { coins } = context.get(servicesContext);
  const list = await coins.offers(brand, {
    ...{ country: brand.offer.countries[0] ?? "US", type, platform: device, easy, least: null },
    ...{ page, sort },
  });
  const [bonuses, open] = await Promise.all([coins.bonusTerms(), coins.ways.open()]);
  return { list, open, bonuses, type: slug?.toLowerCase() ?? null, device, easy, sort };
}

type Data = Awaited<ReturnType<typeof loader>>;

/** On a way within the site a page of offers that this tab read within five minutes is not asked for again (SPEC §3). */
export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs): Promise<Data> {
  const kept = readList(`offers ${url.pathname}${url.search}`)?.data as readonly Data[] | undefined;
  return kept?.[0] ?? serverLoader();
}
type Query = { type?: string | null; device?: Platform | null; easy?: boolean; sort?: "best" | "new"; page?: number };

/** This page with something else chosen; another choice begins at its first page. */
function hrefWith(data: Pick<Data, "type" | "device" | "easy" | "sort"> & { list?: { page: number } }, change: Query) {
  const next = {
    page: 1,
    ...data,
    ...(Object.keys(change).length === 0 ? { page: data.list?.page ?? 1 } : {}),
    ...change,
  };
  const query = new URLSearchParams();
  if (next.device) query.set("device", next.device);
  if (next.easy) query.set("easy", "1");
  if (next.sort === "new") query.set("sort", "new");
  if (next.page > 1) query.set("page", String(next.page));
  const path = next.type ? `/offers/${next.type}` : "/offers";
  return query.size > 0 ? `${path}?${query}` : path;
}

/** What a member began last, asked for after the page has come alive: the page itself is the same for everybody. */
function useBegun(): Progress | null {
  const authenticated = useViewer((viewer) => viewer.authenticated);
  const [begun, setBegun] = useState<Progress | null>(null);
  useEffect(() => {
    if (!authenticated) return setBegun(null);
    let stale = false;
    call<{ begun: Progress[] }>("/api/user/offer/begun")
      .then(({ begun }) => !stale && setBegun(begun.find(({ over }) => !over) ?? null))
      // The page is whole without it.
      .catch(() => {});
    return () => {
      stale = true;
    };
  }, [authenticated]);
  return begun;
}

const deviceWord = (device: Platform, t: Translate): string =>
  device === "ios" ? t("my iPhone") : device === "android" ? t("my Android phone") : t("this computer");

export default function Offers({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { key, pathname, search } = useLocation();
  const { list, open, bonuses, type, device, easy, sort } = loaderData;
  const { counts } = list;
  const all = counts.APP + counts.GAME + counts.OTHER;
  const begun = useBegun();
  const [chosen, setChosen] = useState<OfferItem | null>(null);
  const [own, setOwn] = useState<Platform>("desktop");
  useEffect(() => setOwn(readerPlatform()), []);
  useEffect(() => {
    const { page, page_size, total } = loaderData.list;
    keepList(`offers ${pathname}${search}`, [loaderData], { page, has_more: page * page_size < total });
  }, [pathname, search, loaderData]);
  const only = device ?? own;
  const to = (change: Query) => hrefWith(loaderData, change);
  return (
    <Frame current="earn">
      <div className="wrap section-tight">
        <EarnHead current="offers" counts={{ offers: all }} />
        {begun && (
          <Suspense fallback={null}>
            <BegunCard progress={begun} />
          </Suspense>
        )}
        {open.offers ? (
          <>
            <div className="my-6">
              <ChipRow label={t("Kinds of offers")}>
                <Chip href={to({ type: null })} pressed={!type} count={all}>
                  {t("All kinds")}
                </Chip>
                <Chip href={to({ type: "app" })} pressed={type === "app"} count={counts.APP}>
                  {t("Apps")}
                </Chip>
                <Chip href={to({ type: "game" })} pressed={type === "game"} count={counts.GAME}>
                  {t("Games")}
                </Chip>
                <Chip href={to({ type: "other" })} pressed={type === "other" || type === "others"} count={counts.OTHER}>
                  {t("Other")}
                </Chip>
                <Chip href={to({ easy: !easy })} pressed={easy}>
                  {t("One step only")}
                </Chip>
                <Chip href={to({ sort: sort === "new" ? "best" : "new" })} pressed={sort === "new"}>
                  {t("New ones first")}
                </Chip>
                <Chip href={to({ device: device ? null : only })} pressed={device !== null}>
                  {t("Only what works on {{device}}", { device: deviceWord(only, t) })}
                </Chip>
              </ChipRow>
            </div>
            <h2 className="sr">{t("Offers")}</h2>
            {list.items.length === 0 ? (
              <Empty
                title={t("No offers here right now")}
                icon="coins"
                action={
                  <a className="btn btn-secondary btn-sm" href="/offers">
                    {t("All offers")}
                  </a>
                }
              >
                {open.surveys
                  ? t("Partners add new ones every day. In the meantime, there are surveys.")
                  : t("Partners add new ones every day.")}
              </Empty>
            ) : (
              <>
                <EnglishNote className="mb-4" />
                <div className="grid sm:grid-cols-2 lg:grid-cols-3 [--gap:1rem]" key={key}>
                  {list.items.map((offer) => (
                    <OfferCard key={offer.offer_id} offer={offer} onOpen={setChosen} />
                  ))}
                </div>
                <Pager
                  page={list.page}
                  page_size={list.page_size}
                  total={list.total}
                  hrefOf={(page) => to({ page })}
                  label={t("Pages of offers")}
                />
              </>
            )}
            <Bonuses bonuses={bonuses} />
          </>
        ) : (
          <div className="mt-6">
            <NothingOpen open={open} />
          </div>
        )}
      </div>
      {chosen && <OfferDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </Frame>
  );
}
