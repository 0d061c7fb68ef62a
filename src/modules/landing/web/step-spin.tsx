/** Step 1: what the offer is, what it costs later, and one spin. The draw is made on the server before the wheel turns. */
import { type FormEvent, useEffect, useRef, useState } from "react";
import { call } from "#client/call.ts";
import type { OfferTerms } from "#landing";
import { Button, ButtonLink } from "#ui/button.tsx";
import { DateText } from "#ui/date.tsx";
import { FieldError } from "#ui/field.tsx";
import { formatMoney, formatShortMoney } from "#ui/money.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import { FIRST_ORDER_CLAIM_DAYS, MINIMUM_AGE_YEARS } from "../messages.ts";
import type { ShownPrize as Prize } from "./bonus-slip.tsx";
import { ExitHost } from "./exit-host.tsx";
import { type ShownPrize, sliceOf, Wheel } from "./wheel.tsx";

/** `--tp-dur-spin`. */
const SPIN_MS = 4_200;
type Drawn = { amount_minor: string; place: number; earlier: boolean };

export function StepSpin({
  prizes,
  prize,
  terms,
  failure,
}: {
  prizes: readonly ShownPrize[];
  prize: Prize | null;
  terms: OfferTerms;
  failure: string | null;
}) {
  const t = useText();
  const [drawn, setDrawn] = useState<Drawn | null>(prize);
  const [turning, setTurning] = useState(false);
  const onward = useRef<HTMLAnchorElement>(null);
  const wheel = useRef<HTMLDivElement>(null);
  const { busy, failure: called, run } = useCall();

  async function onSpin(event: FormEvent) {
    event.preventDefault();
    if (drawn) return;
    await run(async () => {
      const result = await call<{ amount_minor: string; place: number }>("/api/landing/spin", { json: {} });
      const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
      wheel.current?.scrollIntoView({ block: "nearest", behavior: still ? "instant" : "smooth" });
      setTurning(!still);
      setDrawn({ ...result, earlier: false });
    });
  }
  useEffect(() => {
    if (!turning) return;
    const timer = setTimeout(() => setTurning(false), SPIN_MS);
    return () => clearTimeout(timer);
  }, [turning]);
  useEffect(() => {
    if (drawn && !turning && !prize) onward.current?.focus();
  }, [drawn, turning, prize]);

  const result = drawn && !turning ? drawn : null;
  const error = called?.text ?? failure;
  return (
    <>
      <div className="wrap spin">
        <Intro result={result} />
        <div className="spin-wheel" ref={wheel}>
          <Wheel prizes={prizes} place={drawn?.place ?? null} turning={turning} />
        </div>
        <div className="spin-odds">
          <Odds prizes={prizes} drawn={result?.place ?? null} />
        </div>
        <div className="spin-press">
          {error && !drawn && (
            <div role="alert" className="mb-4">
              <FieldError>{error}</FieldError>
            </div>
          )}
          {result ? (
            <div className="row">
              <ButtonLink ref={onward} look="primary" size="lg" className="spin-btn" href="/spl/spt/2">
                {t("Continue")}
              </ButtonLink>
              <ButtonLink size="lg" className="spin-btn" href="/">
                {t("No thanks")}
              </ButtonLink>
            </div>
          ) : (
            <form method="post" className="row" onSubmit={onSpin}>
              <Button
                type="submit"
                look="primary"
                size="lg"
                className="spin-btn"
                busy={busy || turning}
                busyText={t("Turning")}
              >
                {t("Spin the wheel")}
              </Button>
              <ButtonLink size="lg" className="spin-btn" href="/">
                {t("No thanks")}
              </ButtonLink>
            </form>
          )}
        </div>
        <p className="spin-fine small faint max-w-[46ch]">
          {t(
            "The result is drawn on our servers before the wheel turns. Spinning is free. {{age}} or older, United States.",
            {
              age: MINIMUM_AGE_YEARS,
            },
          )}{" "}
          <a href="/sweepstakes-rules">{t("Rules")}</a>
        </p>
      </div>
      <TermsStrip terms={terms} />
      <ExitHost />
    </>
  );
}

/** What the wheel gave takes the heading's place; the words that stood there keep their space, so that nothing moves. */
function Intro({ result }: { result: Drawn | null }) {
  const t = useText();
  const asking = t("Spin for a bonus on top of your cash back");
  const rules = t("Every slice wins, and every slice is drawn as wide as its odds. One spin each.");
  const amount = formatMoney(result?.amount_minor ?? 0);
  return (
    <div className={result ? "spin-intro is-drawn" : "spin-intro"} aria-live="polite">
      {result && (
        <div>
          <h1>
            {result.earlier
              ? t("You already spun: your {{amount}} is saved.", { amount })
              : t("The wheel gave you {{amount}}.", { amount })}
          </h1>
          <p className="lead max-w-[40ch]">
            {t("Your bonus waits in your passbook and is yours after the first paid month.")}
          </p>
        </div>
      )}
      <div aria-hidden={result ? true : undefined}>
        {result ? <p className="h1">{asking}</p> : <h1>{asking}</h1>}
        <p className="lead max-w-[40ch]">{rules}</p>
      </div>
    </div>
  );
}

/** `drawn`: the row of what the wheel gave, which says so. */
export function Odds({ prizes, drawn = null }: { prizes: readonly ShownPrize[]; drawn?: number | null }) {
  const t = useText();
  const total = prizes.reduce((sum, prize) => sum + prize.weight, 0);
  return (
    <table className="odds">
      <caption className="sr">{t("Odds")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("Bonus after the first paid month")}</th>
          <th scope="col">{t("Odds")}</th>
        </tr>
      </thead>
      <tbody>
        {prizes.map((prize, place) => (
          <tr key={prize.amount_minor} className={place === drawn ? "is-drawn" : undefined}>
            <td>
              <span className="sw" style={{ background: sliceOf(place).ground }} />
              {formatShortMoney(prize.amount_minor)}
              {place === drawn && <WordStamp tone="good">{t("Yours")}</WordStamp>}
            </td>
            <td>{t("{{weight}} in {{total}}", { weight: prize.weight, total })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** SPEC and Visa: what it costs, and from when, before anything is asked. */
export function TermsStrip({ terms }: { terms: OfferTerms }) {
  const t = useText();
  const values = {
    price: formatMoney(terms.first_minor),
    trialDays: terms.trial_days,
    planAmount: formatMoney(terms.monthly_minor),
  };
  return (
    <div className="terms-strip mt-12">
      <div className="wrap">
        <div>
          <b>{t("1. Spin, then three questions")}</b>
          {t("Under a minute. Skip any you like.")}
        </div>
        <div>
          <b>{t("2. Open an account")}</b>
          {t("Name, email, password. Phone is optional.")}
        </div>
        <div>
          <b>{terms.with_trial ? t("3. Start the trial") : t("3. Start the membership")}</b>
          {terms.with_trial
            ? t("{{price}} for {{trialDays}} days, then {{planAmount}} a month from", values)
            : t("{{price}} for the first month, then {{planAmount}} a month from", values)}{" "}
          <DateText value={terms.first_charge_on} />
          {t(", until you cancel.")}
        </div>
        <div>
          <b>{t("4. Claim within {{days}} days", { days: FIRST_ORDER_CLAIM_DAYS })}</b>
          {t("Your bonus waits in your passbook and is yours after the first paid month.")}
        </div>
      </div>
    </div>
  );
}
