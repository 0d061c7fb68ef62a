/**
 * One offer before it is begun: each step with its coins, when they come, and the way there. Used by its own page and by the
 * dialog over the list. On an iPhone or iPad a tick comes first (SPEC §5).
 */
import { useEffect, useRef, useState } from "react";
import { openAuth } from "#client/auth.ts";
import { writeCookie } from "#client/cookies.ts";
import { refreshSummary } from "#client/summary.ts";
import { track } from "#client/track.ts";
import { currentViewer, useViewer } from "#client/viewer.ts";
import type { OfferDetails, Platform } from "#coins";
import { buttonClass } from "#ui/button.tsx";
import { Check } from "#ui/check.tsx";
import { Coins } from "#ui/coins.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { LeaderList } from "#ui/receipt.tsx";
import { useBrand } from "#ui/shell/brand.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import { AGREE_FIRST, ORIGINAL_ITEM_DAYS } from "../messages.ts";
import { EnglishNote } from "./offer-card.tsx";
import { hoursWords, platformWords, readerPlatform, typeWord } from "./offer-words.ts";
import { PhoneCode } from "./phone-code.tsx";
import { ResendNote } from "./resend-note.tsx";

export type OfferShown = { offer: OfferDetails; qr: string | null };

const DAY_SECONDS = 86_400;

/** SPEC §3, §7: what somebody went for is remembered, and the visit recorded as they leave. */
function noteVisit(offer: OfferDetails): void {
  const { offer_id, offer_type, for_ios, app_container, display_name, display_description } = offer;
  const { image_url, coins_advertised, click_url } = offer;
  const item = { offer_id, offer_type, for_ios, app_container, display_name, display_description };
  const whole = JSON.stringify({ ...item, image_url, coins_advertised, click_url });
  writeCookie("offer_original_item", JSON.stringify({ offer_id, coins_advertised }), ORIGINAL_ITEM_DAYS * DAY_SECONDS);
  track("offer_start", { offer_id });
  navigator.sendBeacon?.(`/api/user/offer/visit/${offer_id}`, new Blob([whole], { type: "application/json" }));
}

/** What half of the others waited for their coins, where enough of them got there. */
function usualWords(offer: OfferDetails, t: Translate): string | null {
  const hours = offer.steps_list.flatMap(({ usual_hours }) => (usual_hours === null ? [] : [usual_hours]));
  const longest = hours.length > 0 ? Math.max(...hours) : null;
  return longest === null
    ? null
    : t("Others got their coins {{time}} after they started.", { time: hoursWords(longest, t) });
}

function StartButton({
  offer,
  platform,
  agreed,
  onRefused,
}: {
  offer: OfferDetails;
  platform: Platform;
  agreed: boolean;
  onRefused: () => void;
}) {
  const t = useText();
  const [unproven, setUnproven] = useState(false);
  const isVerified = useViewer((viewer) => viewer.user?.is_verified ?? false);
  const asking = useRef(false);
  const href = `${offer.click_url}?device=${platform}`;
  /** The address may have been confirmed on another device meanwhile: what this browser remembers refuses nobody. */
  async function askAnew() {
    if (asking.current) return;
    asking.current = true;
    await refreshSummary();
    asking.current = false;
    if (!currentViewer().user?.is_verified) return setUnproven(true);
    noteVisit(offer);
    window.open(href, "_blank", "noopener");
  }
  const words = offer.app_container === 1 ? t("Install") : t("Start the offer");
  // Closed until the tick, and says so when it is pressed: a button that is switched off could tell nobody why.
  if (!agreed)
    return (
      <button
        type="button"
        className={buttonClass({ look: "primary", size: "lg", block: true }, "is-disabled")}
        aria-disabled="true"
        onClick={onRefused}
      >
        {words}
      </button>
    );
  return (
    <>
      <a
        className={buttonClass({ look: "primary", size: "lg", block: true })}
        href={href}
        target="_blank"
        rel="nofollow noopener"
        onClick={(event) => {
          const { authenticated, user } = currentViewer();
          if (!authenticated) {
            event.preventDefault();
            openAuth("sm-login", {
              merchant_name: offer.display_name,
              rate_text: t("{{count}} coins", { count: formatCount(offer.coins_advertised) }),
              return_to: `/coins/offer/${offer.offer_id}`,
              pays: "coins",
            });
          } else if (user && !user.is_verified) {
            event.preventDefault();
            void askAnew();
          } else noteVisit(offer);
        }}
      >
        {words}
      </a>
      {unproven && !isVerified && <ResendNote />}
    </>
  );
}

export function OfferPanel({ offer, qr, why }: OfferShown & { why?: string | null }) {
  const t = useText();
  const { coins_per_dollar } = useBrand();
  const plus = useViewer((viewer) => viewer.user?.plus.active ?? false);
  const [platform, setPlatform] = useState<Platform>(offer.platforms[0] ?? "desktop");
  const [agreed, setAgreed] = useState(false);
  const [tried, setTried] = useState(false);
  useEffect(() => setPlatform(readerPlatform()), []);
  const coinsOf = (one: { coins: number; coins_plus: number }) => (plus ? one.coins_plus : one.coins);
  const total = plus ? offer.coins_plus : offer.coins_advertised;
  const here = offer.platforms.includes(platform);
  const asks = platform === "ios" && offer.offer_type !== "OTHER";
  const usual = usualWords(offer, t);
  return (
    <div className="grid [--gap:1.25rem]">
      <p className="row [--gap:.5rem]">
        <span className="tag">{typeWord(offer.offer_type, t)}</span>
        <span className="tag">{platformWords(offer.platforms, t)}</span>
        {offer.days !== null && <span className="small">{t("{{count}} days to finish", { count: offer.days })}</span>}
      </p>
      {why && <Note kind="bad">{why}</Note>}
      {!offer.live && <Note kind="wait">{t("This offer has ended. Whoever started it can still finish it.")}</Note>}
      <div className="muted whitespace-pre-line" lang="en">
        {offer.display_description}
      </div>
      <EnglishNote />
      <LeaderList
        lines={[
          ...offer.steps_list.map((step) => ({
            term: (
              <>
                <span lang="en">{step.name}</span>
                {step.days !== null && offer.steps > 1 && (
                  <span className="small muted block">
                    {step.days === 1 ? t("within a day") : t("within {{count}} days", { count: step.days })}
                  </span>
                )}
              </>
            ),
            value: formatCount(coinsOf(step)),
          })),
          {
            term: offer.steps === 1 ? t("In total") : t("All {{count}} steps", { count: offer.steps }),
            value: (
              <span className="row [--gap:.5rem]">
                <Coins count={String(total)} />
                <span className="muted font-normal">
                  {formatMoney((BigInt(total) * 100n) / BigInt(coins_per_dollar))}
                </span>
              </span>
            ),
            total: true,
          },
        ]}
      />
      {!plus && offer.coins_plus > offer.coins_advertised && (
        <p className="small muted">
          {t("Plus members get {{count}} coins for the same.", { count: formatCount(offer.coins_plus) })}
        </p>
      )}
      {usual && <p className="small muted">{usual}</p>}
      {offer.requirements && (
        <details>
          <summary>{t("The partner's terms")}</summary>
          <div className="small muted mt-2 whitespace-pre-line" lang="en">
            {offer.requirements}
          </div>
        </details>
      )}
      {offer.min_age !== null && <p className="small">{t("For people {{age}} and over.", { age: offer.min_age })}</p>}
      {offer.live && here && asks && (
        <div className="card p-4">
          <Check
            checked={agreed}
            onChange={(event) => {
              setAgreed(event.currentTarget.checked);
              setTried(!event.currentTarget.checked);
            }}
            error={tried && !agreed ? t(AGREE_FIRST) : undefined}
          >
            {t(
              "I am installing on an iPhone or iPad, and I will tap Allow when it asks to track, so that my steps can be counted. Coins are for the steps, not for installing.",
            )}
          </Check>
        </div>
      )}
      {offer.live && here && (
        <div className="grid [--gap:.5rem]">
          <StartButton offer={offer} platform={platform} agreed={!asks || agreed} onRefused={() => setTried(true)} />
          <p className="small muted text-center">
            {offer.app_container === 1
              ? t(
                  "Install opens the app store in a new tab. What is agreed here is kept for you, whatever happens to the offer.",
                )
              : t("It opens in a new tab. What is agreed here is kept for you, whatever happens to the offer.")}
          </p>
        </div>
      )}
      {offer.live && !here && <PhoneCode offer={offer} qr={qr} />}
    </div>
  );
}
