/**
 * One extra, one question: what it is, its price and first charge with dates, the words that are agreed to, and yes and no
 * side by side. Nothing is chosen before, and what the reader has bought already is not touched by either.
 */
import { lazy, Suspense, useEffect, useState } from "react";
import { track } from "#client/track.ts";
import type { Upsell, UpsellOffer } from "#landing";
import { Button, ButtonLink } from "#ui/button.tsx";
import { useDateWords, useHydrated } from "#ui/date.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { PlusTable, ShipSlip } from "./extra-facts.tsx";
import { FirePurchases } from "./fire-purchases.tsx";
import { FlowFrame } from "./flow-frame.tsx";
import type { ExtraPage as Page } from "./own-extra.ts";

const ConfirmBank = lazy(() => import("./confirm-bank.tsx"));

export function ExtraPage({
  page,
  upsell,
  next,
  failure,
}: {
  page: Page;
  upsell: Upsell;
  /** Where a reader goes on who does not wait for a payment that is on its way. */
  next: string;
  failure: string | null;
}) {
  const t = useText();
  const { view, settings, props, purchases } = page;
  if (view.state === "processing") return <OnItsWay next={next} />;
  const { offer } = view;
  const declined = failure ?? (view.state === "offer" && view.declined ? t("The bank declined the payment.") : null);
  return (
    <FlowFrame step={6} note={t("One question")}>
      <FirePurchases purchases={purchases} />
      <div className="wrap flow">
        <div className="extra">
          {props.from && (
            <p className="small muted mb-2 text-center">
              {t("You came here from {{from}}.", props as { from: string })}
            </p>
          )}
          <Intro offer={offer} />
          {declined && (
            <div className="mt-6">
              <Note kind="bad" live>
                {declined} {t("Nothing was added, and your membership is as it was.")}{" "}
                <a href="/account/billing">{t("Use another card")}</a>
              </Note>
            </div>
          )}
          {upsell === "plus" ? <PlusTable offer={offer} /> : <ShipSlip offer={offer} />}
          <Consent offer={offer} />
          {view.state === "confirm" ? (
            <Confirm settings={settings} clientSecret={view.client_secret} />
          ) : (
            <Answers offer={offer} />
          )}
          <p className="small faint mt-4 text-center">
            {upsell === "plus"
              ? t("Nothing changes unless you say yes. You can switch back to your current plan online.")
              : t(
                  "Nothing changes unless you say yes. You can cancel it on its own, online, and keep your membership.",
                )}
          </p>
        </div>
      </div>
    </FlowFrame>
  );
}

/** With script the bank is asked at once; without it there is only no. */
function Confirm(props: { settings: Page["settings"]; clientSecret: string }) {
  const t = useText();
  const alive = useHydrated();
  const no = (
    <form method="post">
      <Button type="submit" name="answer" value="no" size="lg" block>
        {t("No thanks, continue")}
      </Button>
    </form>
  );
  const before = (
    <div className="mt-6 grid [--gap:.75rem]">
      <noscript>
        <Note kind="info">{t("Confirming with your bank requires JavaScript. You haven't been charged.")}</Note>
      </noscript>
      {no}
    </div>
  );
  if (!alive) return before;
  return (
    <Suspense fallback={before}>
      <ConfirmBank {...props}>{no}</ConfirmBank>
    </Suspense>
  );
}

function Intro({ offer }: { offer: UpsellOffer }) {
  const t = useText();
  return (
    <div className="text-center">
      <h1>{offer.upsell === "plus" ? t("Is Plus right for you?") : t("Get shipping refunded, too?")}</h1>
      <p className="lead mx-auto mt-3 max-w-[40ch]">
        {offer.member.trial
          ? t("Your trial has started. This is optional, and you can add it later too.")
          : t("Your membership runs either way. This is a separate extra, and you can add it later too.")}
      </p>
    </div>
  );
}

/** Word for word what is kept as the receipt. */
function Consent({ offer }: { offer: UpsellOffer }) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className="mx-auto mt-6 max-w-[44rem] text-center">
      <p className="small" data-consent="">
        {offer.consent[language]}
      </p>
      {offer.card && (
        <p className="small muted mt-1">{t("Paid with the card on file: {{card}}.", { card: offer.card })}</p>
      )}
    </div>
  );
}

/** False again when the page is brought back as it was left. */
function useBusy() {
  const [busy, setBusy] = useState<"yes" | "no" | null>(null);
  useEffect(() => {
    const back = () => setBusy(null);
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, []);
  return { busy, setBusy };
}

function Answers({ offer }: { offer: UpsellOffer }) {
  const t = useText();
  const language = useLanguage();
  const words = useDateWords();
  const { busy, setBusy } = useBusy();
  const free = offer.now_minor === "0";
  const price = formatMoney(free ? offer.monthly_minor : offer.now_minor);
  const name = offer.upsell === "plus" ? "Plus" : "ShipRight";
  return (
    <form
      method="post"
      className="two-way mt-6"
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (busy) return event.preventDefault();
        const answer = (submitter as HTMLButtonElement | null)?.value === "yes" ? "yes" : "no";
        setBusy(answer);
        track(answer === "yes" ? "upsell_accepted" : "upsell_declined", { label: offer.upsell });
      }}
    >
      <input type="hidden" name="words" value={offer.consent[language]} />
      <input type="hidden" name="language" value={language} />
      <Button
        type="submit"
        name="answer"
        value="yes"
        look="primary"
        size="lg"
        block
        busy={busy === "yes"}
        busyText={t("Adding {{name}}", { name })}
      >
        {free
          ? t("Add {{name}}, {{price}} on {{date}}", { name, price, date: words(offer.next_charge_on) })
          : t("Add {{name}}, {{price}} today", { name, price })}
      </Button>
      <Button type="submit" name="answer" value="no" size="lg" block busy={busy === "no"} busyText={t("Continuing")}>
        {t("No thanks, continue")}
      </Button>
    </form>
  );
}

function OnItsWay({ next }: { next: string }) {
  const t = useText();
  return (
    <FlowFrame step={6}>
      <div className="wrap flow">
        <div className="question" role="status">
          <h1>{t("Your bank is still checking")}</h1>
          <p className="lead mt-3">
            {t(
              "Your payment for the extra is on its way, and you'll be charged once. We'll email you when it goes through. Your membership isn't affected.",
            )}
          </p>
          <div className="row row-wrap mt-6">
            <ButtonLink look="primary" href={next}>
              {t("Continue")}
            </ButtonLink>
            <ButtonLink href="">{t("Check again")}</ButtonLink>
          </div>
        </div>
      </div>
    </FlowFrame>
  );
}
