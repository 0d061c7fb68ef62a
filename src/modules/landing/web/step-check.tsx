/**
 * Step 3: four real checks, each with its result and what to do on a no. The results come with the page; the style sheet
 * lets them be seen one after another, so that nothing is missing without script or with reduced motion. The age is
 * asked neutrally, by month and year.
 */
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import { MINIMUM_AGE_YEARS } from "../messages.ts";
import { BirthFields } from "./birth-fields.tsx";
import { BonusSlip, type ShownPrize } from "./bonus-slip.tsx";
import { CountryField } from "./country-field.tsx";
import type { Failure } from "./flow-request.ts";

type Check = { name: "country" | "member" | "open" | "age"; result: "yes" | "no" | "ask" };

const WORDS = {
  country: {
    title: "Your country",
    yes: "The offer is open where you live.",
    no: "Membership is available in the United States only. Cash back and coupons work without it.",
    ask: "Tell us below. The offer is open in the United States.",
  },
  member: {
    title: "One membership per person",
    yes: "You don't have one yet. We'll check again with the email you sign up with.",
    no: "You're already a member, so this offer isn't for you. Your membership stays as it is.",
    ask: "",
  },
  open: {
    title: "Offer still open",
    yes: "It's available today.",
    no: "This offer has ended. Cash back and coupons are still free.",
    ask: "",
  },
  age: {
    title: "Your age",
    yes: "Old enough to have an account and be paid.",
    no: "",
    ask: "Tell us below.",
  },
} as const;
const RESULTS = { yes: { result: "Yes" }, no: { result: "No" }, ask: { result: "We'll ask below" } } as const;

export function StepCheck({
  checks,
  prize,
  year,
  failures,
}: {
  checks: readonly Check[];
  prize: ShownPrize | null;
  /** The current year: birth years are listed from it. */
  year: number;
  /** In the order of the form. */
  failures: readonly Failure[];
}) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const refused = checks.some((check) => check.result === "no");
  const asks = checks.filter((check) => check.result === "ask").map((check) => check.name);
  // Who comes back to it, or left a field empty, has seen them run.
  const staged = failures.length === 0 && (refused || asks.length > 0);
  const after = (classes: string) => (staged ? `${classes} after-checks` : classes);
  const count = { "--count": checks.length } as CSSProperties;
  const errorOf = (field: string) => failures.find((failure) => failure.field === field)?.text;
  const whole = failures.find((failure) => !failure.field);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = failures.find((failure) => failure.field)?.field;
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [failures]);
  return (
    <div className="wrap flow">
      <div className="question">
        <BonusSlip prize={prize} />
        <h1 className="mt-9">{t("Checking that this offer fits")}</h1>
        <p className="muted">{t("Four checks. If one fails, we'll tell you which and what you can do.")}</p>
        <ul className={staged ? "checks staged mt-6" : "checks mt-6"}>
          {checks.map((check, at) => (
            <CheckLine key={check.name} check={check} number={at + 1} staged={staged} />
          ))}
        </ul>
        {refused ? (
          <div className={after("row row-wrap mt-8")} style={count}>
            <ButtonLink look="primary" href="/stores">
              {t("Browse stores")}
            </ButtonLink>
            <ButtonLink href="/">{t("Go home")}</ButtonLink>
          </div>
        ) : asks.length === 0 ? (
          <div className="row between mt-8">
            <Back />
            <ButtonLink look="primary" size="lg" href="/spl/spt/4">
              {t("Continue")}
            </ButtonLink>
          </div>
        ) : (
          <form
            ref={form}
            method="post"
            className={after("mt-8 grid [--gap:1.25rem]")}
            style={count}
            onSubmit={() => setBusy(true)}
          >
            {whole && (
              <Note kind="bad" live>
                {whole.text}
              </Note>
            )}
            {asks.includes("country") && <CountryField error={errorOf("country")} />}
            {asks.includes("age") && <BirthFields year={year} error={errorOf("month")} />}
            <div className="row between">
              <Back />
              <Button type="submit" look="primary" size="lg" busy={busy} busyText={t("Checking")}>
                {t("Continue")}
              </Button>
            </div>
          </form>
        )}
      </div>
    </div>
  );
}

function Back() {
  const t = useText();
  return (
    <ButtonLink look="quiet" href="/spl/spt/2?q=3">
      <Icon name="arrow-left" size="sm" />
      {t("Go back")}
    </ButtonLink>
  );
}

function CheckLine({ check, number, staged }: { check: Check; number: number; staged: boolean }) {
  const t = useText();
  const words = WORDS[check.name];
  const reason =
    check.result === "yes" ? t(words.yes) : check.result === "no" ? words.no && t(words.no) : words.ask && t(words.ask);
  const tone = check.result === "yes" ? "ok" : check.result === "no" ? "bad" : "wait";
  return (
    <li className={tone} style={{ "--at": number - 1 } as CSSProperties}>
      <span className="mk">
        <span className="found">
          {check.result === "yes" ? (
            <Icon name="check" size="sm" />
          ) : check.result === "no" ? (
            <Icon name="x" size="sm" />
          ) : (
            number
          )}
        </span>
        {staged && (
          <span className="before" aria-hidden="true">
            {number}
          </span>
        )}
        {staged && <i className="spinner running" />}
      </span>
      <div>
        <h2>{t(words.title)}</h2>
        <p className="small faint found">{reason}</p>
      </div>
      <span className="small muted result">
        <span className="found">{t(RESULTS[check.result].result)}</span>
        {staged && (
          <span className="running" aria-hidden="true">
            {t("Checking")}
          </span>
        )}
      </span>
    </li>
  );
}

/** Polite, and the end: nothing was stored but this answer. */
export function UnderAge() {
  const t = useText();
  return (
    <div className="wrap flow">
      <div className="question">
        <h1>{t("This offer isn't available to you")}</h1>
        <p className="lead mt-3">
          {t("You must be {{age}} or older to have an account. We kept that answer and nothing else.", {
            age: MINIMUM_AGE_YEARS,
          })}
        </p>
        <p className="mt-6">
          <ButtonLink href="/">{t("Go home")}</ButtonLink>
        </p>
      </div>
    </div>
  );
}
