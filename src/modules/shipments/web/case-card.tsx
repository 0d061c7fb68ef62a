/** One case: what is owed, by whom and until when, and the step that is next. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { Select } from "#ui/select.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import type { CaseState } from "../case-rules.ts";
import type { CaseView } from "../shipments.types.ts";
import { CarrierMark } from "./carrier-mark.tsx";
import { CASE_STAMPS, inGroups, KINDS, PAID } from "./parcel-words.ts";

export function CaseCard({ one, readOn }: { one: CaseView; readOn: string }) {
  const t = useText();
  const dateWords = useDateWords();
  const stamp = CASE_STAMPS[one.state];
  const open = one.closed_at === null;
  return (
    <article className="card" id={one.case_id}>
      <div className="parcel">
        <CarrierMark carrier={one.carrier} name={one.carrier_name} />
        <div className="min-w-0">
          <h3>{one.title}</h3>
          <p className="muted small wrap-anywhere">
            {t(KINDS[one.kind].text)} · {t("Case {{reference}}", { reference: one.reference })}
            {one.number && ` · ${inGroups(one.number)}`}
          </p>
        </div>
        <div className="parcel-state">
          <WordStamp tone={stamp.tone} icon={stamp.icon}>
            {t(stamp.text)}
          </WordStamp>
          <p className="small mt-1 font-semibold">
            {one.closed_at
              ? dateWords(one.closed_at, "short")
              : one.answer_by && t("Answer by {{date}}", { date: dateWords(one.answer_by, "short") })}
          </p>
        </div>
      </div>
      {open ? <Steps one={one} readOn={readOn} /> : <Ended one={one} />}
    </article>
  );
}

function Ended({ one }: { one: CaseView }) {
  const t = useText();
  if (!one.refunded && one.state !== "arrived") return null;
  return (
    <p className="small muted border-t border-(--tp-rule) px-5 py-3">
      {one.refunded
        ? t("The store refunded {{amount}}.", { amount: formatMoney(one.refunded.minor) })
        : t("Is it damaged, or is it not there? Open a new case from your packages.")}
    </p>
  );
}

function Steps({ one, readOn }: { one: CaseView; readOn: string }) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const { busy, failure, run } = useCall();
  const step = async (state: CaseState, more: object = {}) => {
    const json = { state, ...more };
    if (await run(() => call(`/api/user/parcel-cases/${one.case_id}/step`, { json }))) await revalidate();
  };
  return (
    <div className="grid gap-6 border-t border-(--tp-rule) px-5 py-5">
      {one.look_until && <LookFirst until={one.look_until} />}
      <StoreStep one={one} busy={busy} onSent={() => step("store_asked")} />
      {one.carrier_until && <CarrierStep one={one} readOn={readOn} busy={busy} onFiled={() => step("carrier_filed")} />}
      <CardStep one={one} busy={busy} onAsked={(paid_with) => step("card_advised", { paid_with })} />
      {failure && (
        <Note kind="bad" live>
          {failure.text}
        </Note>
      )}
      <div className="border-t border-dashed border-(--tp-rule-strong) pt-4">
        <h4 className="mb-2">{t("How did it end?")}</h4>
        <p className="row row-wrap gap-2!">
          <Button size="sm" disabled={busy} onClick={() => step("refunded")}>
            {t("I was refunded")}
          </Button>
          <Button size="sm" disabled={busy} onClick={() => step("reshipped")}>
            {t("It was sent again")}
          </Button>
          <Button size="sm" disabled={busy} onClick={() => step("arrived")}>
            {t("It arrived")}
          </Button>
          <Button size="sm" look="quiet" disabled={busy} onClick={() => step("withdrawn")}>
            {t("Close without an answer")}
          </Button>
        </p>
      </div>
    </div>
  );
}

function LookFirst({ until }: { until: string }) {
  const t = useText();
  const dateWords = useDateWords();
  return (
    <Note kind="wait">
      {t("Look around until {{date}} first: at the door, with neighbors, with whoever lives with you.", {
        date: dateWords(until, "datetime"),
      })}
    </Note>
  );
}

function StoreStep({ one, busy, onSent }: { one: CaseView; busy: boolean; onSent(): void }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const [copied, setCopied] = useState(false);
  const body = one.letter.body[language];
  const mail = `mailto:?subject=${encodeURIComponent(one.letter.subject[language])}&body=${encodeURIComponent(body)}`;
  const asked = one.state !== "open";
  return (
    <section>
      <h4 className="mb-1">{t("1. The store")}</h4>
      <p className="small muted mb-3">
        {one.answer_by
          ? t("You sent the letter. The store has until {{date}} to answer.", { date: dateWords(one.answer_by) })
          : t("The store owes you delivery. Send this letter; it has 10 days to answer.")}{" "}
        {one.store_law && (
          <>
            {one.store_law.what[language]}{" "}
            <a href={one.store_law.href} rel="noopener noreferrer">
              {one.store_law.name[language]}
            </a>
          </>
        )}
      </p>
      <details className="mb-3">
        <summary className="small">{t("Read the letter")}</summary>
        <p className="small mt-2 whitespace-pre-line rounded bg-(--tp-sunk) p-4">{body}</p>
      </details>
      <p className="row row-wrap gap-2!">
        <a className="btn btn-secondary btn-sm" href={mail}>
          <Icon name="mail" size="sm" />
          {t("Send by email")}
        </a>
        <Button
          size="sm"
          onClick={async () => {
            await navigator.clipboard?.writeText(body);
            setCopied(true);
          }}
        >
          <Icon name={copied ? "check" : "copy"} size="sm" />
          {copied ? t("Copied") : t("Copy the letter")}
        </Button>
        {!asked && (
          <Button size="sm" look="primary" busy={busy} busyText={t("Saving")} onClick={onSent}>
            {t("I sent it")}
          </Button>
        )}
      </p>
    </section>
  );
}

function CarrierStep({
  one,
  readOn,
  busy,
  onFiled,
}: {
  one: CaseView;
  readOn: string;
  busy: boolean;
  onFiled(): void;
}) {
  const t = useText();
  const dateWords = useDateWords();
  const until = dateWords(one.carrier_until ?? "");
  return (
    <section>
      <h4 className="mb-1">{t("2. The carrier")}</h4>
      <p className="small muted mb-3">
        {one.carrier_from
          ? t("{{carrier}} takes claims from {{from}} until {{until}}.", {
              ...{ carrier: one.carrier_name, from: dateWords(one.carrier_from), until },
            })
          : t("{{carrier}} takes claims until {{until}}.", { carrier: one.carrier_name, until })}{" "}
        {one.carrier_asks === "shipper"
          ? t("Usually the store has to file it: ask for that in your letter.")
          : t("You or the store can file it: have the number, what it was worth and photos at hand.")}{" "}
        {t("Read on {{date}}; what the carrier's own page says is what counts.", { date: dateWords(readOn) })}
      </p>
      <p className="row row-wrap gap-2!">
        <a className="btn btn-secondary btn-sm" href={one.carrier_href ?? "#"} rel="noopener noreferrer">
          <Icon name="external-link" size="sm" />
          {t("Carrier's claim page")}
        </a>
        {one.next.includes("carrier_filed") && (
          <Button size="sm" disabled={busy} onClick={onFiled}>
            {t("A claim is filed")}
          </Button>
        )}
      </p>
    </section>
  );
}

function CardStep({ one, busy, onAsked }: { one: CaseView; busy: boolean; onAsked(paidWith: string): void }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const [paid, setPaid] = useState<string>(one.paid_with ?? "credit");
  return (
    <section>
      <h4 className="mb-1">{one.carrier_until ? t("3. Your card's bank") : t("2. Your card's bank")}</h4>
      <p className="small muted mb-3">
        {one.paid_with === "debit" || one.paid_with === "other"
          ? t("The law about billing errors is for credit cards. Your bank may still help: ask it.")
          : t("If you paid with a credit card, dispute the charge in writing.")}{" "}
        {one.card_law && (
          <>
            {one.card_law.what[language]}{" "}
            <a href={one.card_law.href} rel="noopener noreferrer">
              {one.card_law.name[language]}
            </a>{" "}
          </>
        )}
        {one.card_until && t("To be safe, write by {{date}}.", { date: dateWords(one.card_until) })}
      </p>
      {one.next.includes("card_advised") && (
        <div className="row row-wrap gap-2!">
          <Select
            inline
            label={t("Paid with")}
            value={paid}
            onChange={(event) => setPaid(event.target.value)}
            options={Object.entries(PAID).map(([value, way]) => ({ value, text: t(way.text) }))}
          />
          <Button size="sm" disabled={busy} onClick={() => onAsked(paid)}>
            {t("I asked the bank")}
          </Button>
        </div>
      )}
    </section>
  );
}
