/** One claim: how it stands, what happened, and what its member may do now. */

import type { InWords } from "#platform/describer";
import { ButtonLink } from "#ui/button.tsx";
import type { TrailStop } from "#ui/cent-trail.tsx";
import { useDateWords } from "#ui/date.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { type LeaderLine, Receipt } from "#ui/receipt.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { Timeline } from "#ui/timeline.tsx";
import { PushPrompt } from "../../../site/app/push-prompt.tsx";
import type { ClaimPage, ClaimState } from "../benefits.types.ts";
import { AnswerForm, AppealForm, WithdrawClaim } from "./claim-acts.tsx";
import { ClaimStamp } from "./claim-stamp.tsx";
import { countedMinor } from "./claim-words.ts";

const LEADS: Readonly<Record<ClaimState, { text: string }>> = {
  reading: {
    text: "We have it and read the receipt now. When all of it can be read, the answer comes within minutes.",
  },
  review: { text: "A person looks at it. You get the answer here and by email." },
  asked: { text: "One thing is missing. Send it, and we'll continue right away." },
  approved: { text: "It's approved. It's paid when the first full month of your membership is." },
  paid: { text: "It's in your passbook, yours to withdraw." },
  denied: { text: "We said no. Here is why, and what you can do." },
  appealed: { text: "Somebody else is taking another look." },
  denied_final: { text: "Somebody else took another look and came to the same answer." },
  expired: { text: "Nothing came in time, so it ended. You can send it again while the purchase is recent enough." },
  withdrawn: { text: "You withdrew it. None of your limits was used." },
  reversed: { text: "It was taken back after it was paid." },
};

const FAILED = new Set<ClaimState>(["denied", "denied_final", "expired", "reversed"]);
const OPEN = new Set<ClaimState>(["reading", "review", "asked", "appealed"]);

export function ClaimView({ claim, name }: { claim: ClaimPage; name: InWords }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  return (
    <>
      <div className="page-head">
        <div>
          <h1>
            {name[language]}, {claim.merchant}
          </h1>
          <p role="status">{t(LEADS[claim.state].text)}</p>
        </div>
      </div>
      <div className="layout-2">
        <div className="grid [--gap:1.75rem]">
          {claim.reason && (
            <Note kind={claim.state === "asked" ? "wait" : FAILED.has(claim.state) ? "bad" : "info"}>
              <b>{claim.reason[language]}</b> {claim.reason.change[language]}
            </Note>
          )}
          {OPEN.has(claim.state) && <PushPrompt />}
          {claim.may.answer && <AnswerForm claim={claim} />}
          <section>
            <h2 className="mb-4 text-xl">{t("What happened")}</h2>
            <Timeline events={stopsOf(claim, language, dateWords)} />
          </section>
          {claim.may.appeal && <AppealForm claim={claim} />}
          {claim.appeal && (
            <section>
              <h2 className="mb-2 text-xl">{t("What you wrote")}</h2>
              <p className="whitespace-pre-line">{claim.appeal}</p>
            </section>
          )}
          {claim.may.withdraw && <WithdrawClaim claim={claim} />}
        </div>
        <aside>
          <ClaimSlip claim={claim} />
          <p className="row row-wrap mt-5">
            {claim.state === "paid" && (
              <ButtonLink href="/account/purchase-history">{t("See it in your passbook")}</ButtonLink>
            )}
            <ButtonLink href={`/account/rebates/${claim.type}`}>{t("Another claim")}</ButtonLink>
          </p>
        </aside>
      </div>
    </>
  );
}

function stopsOf(claim: ClaimPage, language: "en" | "es", dateWords: ReturnType<typeof useDateWords>): TrailStop[] {
  const last = claim.timeline.length - 1;
  return claim.timeline.map((event, at) => ({
    state: FAILED.has(event.state) ? "failed" : at === last && OPEN.has(event.state) ? "now" : "done",
    step: event.words[language],
    when: dateWords(event.at, "datetime"),
  }));
}

const CUTS: Readonly<Record<NonNullable<ClaimPage["cut_by"]>, { text: string }>> = {
  claim: { text: "It's as much as one claim can bring." },
  month: { text: "It's all that was left of the month's limit." },
  year: { text: "It's all that was left of the year's limit." },
};

function ClaimSlip({ claim }: { claim: ClaimPage }) {
  const t = useText();
  const dateWords = useDateWords();
  const lines: LeaderLine[] = [
    { term: t("Where"), value: claim.merchant },
    { term: t("Bought on"), value: dateWords(claim.purchased_on) },
    { term: t("Receipt"), value: formatMoney(claim.paid_minor) },
    ...(claim.answer_by && OPEN.has(claim.state)
      ? [
          {
            term: claim.state === "asked" ? t("You answer by") : t("We answer by"),
            value: dateWords(claim.answer_by),
          },
        ]
      : []),
    { term: t("You get back"), value: formatMoney(countedMinor(claim)), tone: "back", total: true },
  ];
  return (
    <Receipt
      title={t("Your claim")}
      meta={[t("Claim {{reference}}", { reference: claim.reference }), dateWords(claim.sent_at, "slip")]}
      lines={lines}
    >
      {claim.cut_by && <p className="small muted mt-3">{t(CUTS[claim.cut_by].text)}</p>}
      <p className="mt-6 mb-1 text-center">
        <ClaimStamp state={claim.state} big />
      </p>
      {claim.receipts.length > 0 && (
        <ul className="small muted mt-4 list-none p-0">
          {claim.receipts.map((receipt) => (
            <li key={receipt.receipt_id} className="truncate">
              <a href={`/api/user/receipts/${receipt.receipt_id}/picture`} target="_blank" rel="noopener">
                {receipt.name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Receipt>
  );
}
