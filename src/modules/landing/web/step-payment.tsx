/**
 * Step 5: price and dates, wallets, the card, the opt-out of retries, and the terms with tick and pay. One press pays once:
 * while it runs nothing else can be pressed, and the server takes a doubled one for the first.
 */
import { lazy, Suspense, useCallback, useRef, useState } from "react";
import { call } from "#client/call.ts";
import { inDebug } from "#client/in-debug.ts";
import { track } from "#client/track.ts";
import type { OfferTerms } from "#landing";
import { Button, ButtonLink } from "#ui/button.tsx";
import { CallError } from "#ui/call-error.ts";
import { Check } from "#ui/check.tsx";
import { DateText, useHydrated } from "#ui/date.tsx";
import { LinkedText } from "#ui/linked-text.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import type { CardHandle } from "#ui/payment/card-fields.tsx";
import type { Confirmed, ProcessorSettings } from "#ui/payment/processor.ts";
import { useBrand } from "#ui/shell/brand.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { failureOf } from "#ui/use-call.ts";
import { BonusSlip, type ShownPrize } from "./bonus-slip.tsx";
import { TermsSlip } from "./terms-slip.tsx";

const CardFields = lazy(() => import("#ui/payment/card-fields.tsx"));
const WalletButtons = lazy(() => import("#ui/payment/wallet-buttons.tsx"));

type Answer = {
  state: "paid" | "processing" | "requires_action";
  next?: string;
  charge_id?: string;
  client_secret?: string;
};

export function StepPayment({
  terms: shown,
  prize,
  settings,
  looking,
}: {
  terms: OfferTerms;
  prize: ShownPrize | null;
  settings: ProcessorSettings;
  /** The payment that was on its way when this page was opened. */
  looking: string | null;
}) {
  const t = useText();
  const [terms, setTerms] = useState(shown);
  const saved = useRef("");
  const language = useLanguage();
  const brand = useBrand();
  const alive = useHydrated();
  const card = useRef<CardHandle>(null);
  const agreed = useRef<HTMLInputElement>(null);
  const noRetries = useRef<HTMLInputElement>(null);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [tickMissing, setTickMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(looking);
  const price = formatMoney(terms.first_minor);
  const secret = useSetupSecret();

  function allow(): boolean {
    const ticked = agreed.current?.checked ?? false;
    setTickMissing(!ticked);
    if (!ticked) agreed.current?.focus();
    return ticked && !running.current;
  }

  /** The tick and the card are told together, so that no second press finds the next thing missing. */
  async function pressPay() {
    const form = card.current;
    if (!form || running.current) return;
    if (allow()) return once(() => form.confirm());
    // The card stands before the tick, so the focus goes to it when both are wrong.
    await form.check();
  }

  async function payWith(confirmed: Confirmed) {
    if (!confirmed.ok) {
      // What is wrong with one field stands under it; the rest stands above the form.
      if (!confirmed.field) setFailure(confirmed.text);
      return;
    }
    saved.current = confirmed.setup_id;
    const json = {
      setup_id: confirmed.setup_id,
      words: terms.consent[language],
      language,
      no_retries: noRetries.current?.checked ?? false,
    };
    let answer = await call<Answer>("/api/landing/pay", { json });
    if (answer.state === "requires_action" && answer.client_secret) {
      const { loadProcessor } = await import("#ui/payment/processor.ts");
      const stripe = await loadProcessor(settings, language);
      await stripe.handleNextAction({ clientSecret: answer.client_secret });
      answer = await call<Answer>("/api/landing/finish", { json: { charge_id: answer.charge_id } });
    }
    if (answer.state === "paid" && answer.next) {
      track("subscribe");
      goOn(answer.next);
    } else if (answer.state === "processing" && answer.charge_id) setWaiting(answer.charge_id);
    else {
      // The bank's window was closed without an answer. Whatever card stands there at the next press is the one that is asked.
      secret.renew();
      setFailure(t("Your bank couldn't confirm that this card is yours. Try again or use another card."));
    }
  }

  /** A card that had its trial has another price: it is shown, and asked for anew. */
  async function showTerms(): Promise<string | null> {
    const now = await call<OfferTerms>("/api/landing/terms", { json: { setup_id: saved.current } }).catch(() => null);
    if (!now) return null;
    setTerms(now);
    if (agreed.current) agreed.current.checked = false;
    if (now.with_trial || !terms.with_trial) return null;
    const cost = formatMoney(now.first_minor);
    return t("This card already had a trial, so today's price is {{price}}. You weren't charged.", { price: cost });
  }

  async function once(confirm: () => Promise<Confirmed>) {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await payWith(await confirm());
    } catch (error) {
      const why = error instanceof CallError && error.code === "terms_changed" ? await showTerms() : null;
      // What is resubmitted may be another card: each try puts the one that stands there on file.
      secret.renew();
      setFailure(why ?? failureOf(error, t).text);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  if (waiting) return <Processing charge={waiting} />;
  return (
    <div className="wrap flow">
      <div className="pay-grid">
        <div>
          <h1>{t("Payment")}</h1>
          <p className="muted mt-2">
            {t("{{price}} today. Then {{planAmount}} on", { price, planAmount: formatMoney(terms.monthly_minor) })}{" "}
            <DateText value={terms.first_charge_on} />
            {t(", and every month until you cancel.")}
          </p>
          {failure && (
            <div className="mt-5">
              <Note kind="bad" live>
                {failure}
              </Note>
            </div>
          )}
          <noscript>
            <div className="mt-5">
              <Note kind="info">
                {t("The card fields need JavaScript, because they belong to the payment provider.")}
              </Note>
            </div>
          </noscript>
          <div className="mt-7 grid [--gap:1.25rem]">
            {alive && (
              <Suspense fallback={<p className="muted small">{t("Loading the card form")}</p>}>
                <WalletButtons
                  settings={settings}
                  clientSecret={secret.read}
                  allow={allow}
                  onResult={(result) => void once(() => Promise.resolve(result))}
                  offer={{
                    today_cents: Number(terms.first_minor),
                    description: t("{{brand}} membership", { brand: brand.name }),
                    management_url: "/account/subscription",
                    monthly: {
                      cents: Number(terms.monthly_minor),
                      label: t("Each month"),
                      from: new Date(`${terms.first_charge_on}T12:00:00Z`),
                    },
                  }}
                />
                <CardFields ref={card} settings={settings} clientSecret={secret.read} />
              </Suspense>
            )}
            <label className="check">
              <input type="checkbox" ref={noRetries} />
              <span>{t("If the card is declined, don't try it again without asking me.")}</span>
            </label>
          </div>
        </div>
        <aside aria-label={t("What you agree to")}>
          <TermsSlip terms={terms}>
            <div className="mt-4 grid border-t border-dashed border-(--tp-rule-strong) pt-4 [--gap:.75rem]">
              <p className="small" data-consent="">
                {terms.consent[language]}
              </p>
              <Check
                ref={agreed}
                error={tickMissing ? t("Please accept the Terms & Conditions") : undefined}
                onChange={() => setTickMissing(false)}
              >
                <LinkedText text={t("I accept the [Terms & Conditions](/terms), including the charges above.")} />
              </Check>
              <Button look="primary" size="lg" block busy={busy} busyText={t("Paying")} onClick={() => void pressPay()}>
                {t("Pay {{price}} and start", { price })}
              </Button>
              <ButtonLink block href="/stores">
                {t("No thanks, keep the free account")}
              </ButtonLink>
            </div>
          </TermsSlip>
          <div className="mt-7">
            <BonusSlip prize={prize} hadByCard={terms.bonus_already_claimed} />
          </div>
        </aside>
      </div>
    </div>
  );
}

const goOn = (path: string) => window.location.assign(inDebug(path));

/** One place for a card at a time; a new one after a decline. */
function useSetupSecret() {
  const asked = useRef<Promise<string> | null>(null);
  const read = useCallback(() => {
    asked.current ??= call<{ client_secret: string }>("/api/landing/card", { json: {} })
      .then(({ client_secret }) => client_secret)
      .catch((error: unknown) => {
        asked.current = null;
        // Paid in another tab, or by a press whose answer was lost: the steps know where to go on.
        if (error instanceof CallError && error.code === "flow_ended") goOn("/spl/spt/5");
        throw error;
      });
    return asked.current;
  }, []);
  const renew = useCallback(() => {
    asked.current = null;
  }, []);
  return { read, renew };
}

function Processing({ charge }: { charge: string }) {
  const t = useText();
  return (
    <div className="wrap flow">
      <div className="question" role="status">
        <h1>{t("Your bank is still checking")}</h1>
        <p className="lead mt-3">
          {t(
            "Your payment is on its way, and you'll be charged once. We'll email you when it goes through. You can close this page.",
          )}
        </p>
        <p className="mt-6">
          <ButtonLink look="primary" href={`/spl/spt/5?look=${charge}`} data-document="">
            {t("Check again")}
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}
