import { useEffect } from "react";
import { redirect } from "react-router";
import type { TrackRecord } from "#catalog";
import { pageContext, servicesContext } from "#services";
import { ErrorState } from "#ui/empty.tsx";
import { Coin, Mark } from "#ui/icon.tsx";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { rateText } from "#ui/money.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { type LeaderLine, Receipt } from "#ui/receipt.tsx";
import { BareFrame } from "#ui/shell/frame.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { REDIRECT_NOTICE_MS } from "../messages.ts";
import type { Route } from "./+types/redirecting";

const ENDING = "-coupons";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Taking you to {{store}}", { store: loaderData?.store.name ?? "" }),
    description: t("We track your click as you leave."),
    path: loaderData?.back ?? "/",
    noindex: true,
  }));

/**
 * `/{merchant}-coupons/redirecting?offer=…|listing=…`: says where the way leads and what is promised. The click itself is
 * made by `/go/{merchant}`, so this page can be loaded any number of times.
 */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  if (!params.slug.endsWith(ENDING)) throw new Response("There is no such page.", { status: 404 });
  const merchant = params.slug.slice(0, -ENDING.length).toLowerCase();
  const offer = url.searchParams.get("offer")?.slice(0, 80) || null;
  const listing = url.searchParams.get("listing")?.slice(0, 80) || null;
  const target = offer ? { offer_id: offer } : listing ? { listing_id: listing } : { merchant };
  const found = await context.get(servicesContext).cashback.destination(target, context.get(pageContext).brand);
  const back = `/${encodeURIComponent(merchant)}${ENDING}`;
  // The store's page says that the offer is gone; a store that is gone has no page, and says so itself.
  if (!found) throw redirect(`${back}?gone=1`);
  const query = new URLSearchParams(offer ? { offer } : listing ? { listing } : {});
  // The press leads on as a redirect would (SPEC §9).
  if (url.searchParams.get("debug") === "true") query.set("debug", "true");
  // Without script no cookie keeps the brand whose rate is shown here.
  const partner = url.searchParams.get("partner");
  if (partner) query.set("partner", partner.slice(0, 40));
  const { language } = context.get(pageContext);
  return {
    language,
    back,
    go: `/go/${encodeURIComponent(merchant)}${query.size ? `?${query}` : ""}`,
    merchant,
    offer_id: offer,
    store: { name: found.merchant_name, logo_url: found.logo_url },
    rate: member.plus_active && found.plus_rate ? found.plus_rate : found.rate,
    cash_back: found.cash_back_allowed,
    code: found.offer?.state === "live" ? found.offer.code : null,
    title: found.offer?.title ?? null,
    locking_days: found.locking_days,
    track: found.cash_back_allowed ? found.track : null,
  };
}

/** SPEC §7: the visit to an offer is recorded as its reader leaves, whatever becomes of this page. */
function leave(go: string, merchant: string, offerId: string | null, item: unknown) {
  // SPEC §3: the store that was activated last, by its internal name.
  localStorage.setItem("last_activated_merchant", merchant);
  if (offerId) {
    const body = new Blob([JSON.stringify(item)], { type: "application/json" });
    navigator.sendBeacon?.(`/api/user/offer/visit/${encodeURIComponent(offerId)}`, body);
  }
  window.location.replace(go);
}

/** What is usual at stores, or what was counted at this one where it is otherwise; nine of ten within a day make a good one. */
function shownWhen(track: TrackRecord | null, t: Translate): string {
  if (track?.health === "good") return t("usually within 24 hours of buying");
  if (!track || track.median_hours <= 48) return t("usually within 48 hours of buying");
  return t("half take more than {{count}} days here", { count: Math.floor(track.median_hours / 24) });
}

export default function Redirecting({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { go, merchant, offer_id, store, rate, cash_back, code, title, locking_days, back, track } = loaderData;
  useEffect(() => {
    const item = { offer_id, merchant_name: store.name, offer_code: code, offer_description: title };
    const timer = setTimeout(() => leave(go, merchant, offer_id, item), REDIRECT_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [go, merchant, offer_id, store.name, code, title]);

  const figure = cash_back ? rateText(rate, t) : null;
  const lines: LeaderLine[] = [];
  if (code) lines.push({ term: t("Your code"), value: <span className="mono">{code}</span> });
  lines.push({ term: t("Your click"), value: t("tracked as you leave") });
  if (figure) {
    lines.push({ term: t("Shows as pending"), value: shownWhen(track, t) });
    lines.push({ term: t("Confirmed"), value: t("about {{count}} days later", { count: locking_days }) });
  }
  return (
    <BareFrame foot={t("We share one click number with {{store}}, never your name or email.", { store: store.name })}>
      <noscript>
        <meta httpEquiv="refresh" content={`1;url=${go}`} />
      </noscript>
      <div className="wrap wrap-narrow grid h-full content-center justify-items-center py-12 text-center [--gap:0px]">
        <div className="handoff" aria-hidden="true">
          <span className="tile tile-88 tile-icon">
            <Mark />
          </span>
          <span className="line">
            <Coin />
          </span>
          <MerchantTile name={store.name} logo={store.logo_url} size={88} />
        </div>
        <div role="status">
          <h1 className="mt-8">{t("Taking you to {{store}}", { store: store.name })}</h1>
        </div>
        <p className="lead mt-3">
          {figure
            ? t("{{rate}} cash back is on for this visit.", {
                rate: figure.charAt(0).toUpperCase() + figure.slice(1),
              })
            : t("This store doesn't pay cash back, but its coupons still work.")}
        </p>
        {track?.health === "bad" && (
          <p className="small muted mt-4 max-w-[25rem]">
            {t("Of the last {{count}} orders that this store decided, it refused {{refused}}.", {
              count: track.decided,
              refused: track.refused,
            })}
          </p>
        )}
        <Receipt className="mt-8 w-full max-w-[25rem] text-start" lines={lines} />
        <p className="small muted mt-7">
          {t("Not moving?")}{" "}
          <a href={go} data-document="" rel="nofollow">
            {t("Go to {{store}} now", { store: store.name })}
          </a>{" "}
          {t("or")} <a href={back}>{t("go back")}</a>
        </p>
      </div>
    </BareFrame>
  );
}

export function ErrorBoundary() {
  return (
    <BareFrame>
      <div className="wrap wrap-narrow section">
        <ErrorState retryHref="" />
      </div>
    </BareFrame>
  );
}
