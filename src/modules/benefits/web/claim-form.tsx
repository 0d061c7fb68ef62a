/** A claim: where, when and how much, the receipt. What the receipt says is filled in; nothing is asked twice. */
import { useNavigate } from "react-router";
import { call } from "#client/call.ts";
import { inDebug } from "#client/in-debug.ts";
import { Check } from "#ui/check.tsx";
import { useDateWords } from "#ui/date.tsx";
import { Note } from "#ui/note.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import { type Fault, useFormCall } from "#ui/use-form-call.ts";
import type { BenefitPage, ClaimType } from "../benefits.types.ts";
import { minorOf } from "./claim-amounts.ts";
import { type Draft, keepDraft } from "./claim-draft.ts";
import { ClaimSlip, type Terms } from "./claim-slip.tsx";
import { Step, WhenStep, WhereStep } from "./claim-steps.tsx";
import { claimHref } from "./claim-words.ts";
import { merchantNameOf } from "./read-fields.ts";
import { ReceiptField } from "./receipt-field.tsx";
import { useClaimDraft } from "./use-claim-draft.ts";

const FIELDS = new Set(["merchant", "purchased_on", "paid_minor", "receipt_ids", "own_purchase"]);

/** `reader`: whose draft it is, when several use one browser. */
export function ClaimForm({
  page,
  terms,
  type,
  reader,
}: {
  page: BenefitPage;
  terms: Terms;
  type: ClaimType;
  reader: string;
}) {
  const t = useText();
  const navigate = useNavigate();
  const dateWords = useDateWords();
  const { form, busy, failure, errorOf, send } = useFormCall();
  const { draft, change, receipts, reads } = useClaimDraft(page, terms, reader);
  const order = page.orders.find(({ order_id }) => order_id === draft.order_id) ?? null;
  const merchant = merchantNameOf(draft);
  const paid = minorOf(draft.paid);
  const proven = order?.proves === "all";
  const there = proven || receipts.handed.length > 0;

  async function submit() {
    const days = { first: dateWords(terms.earliest), last: dateWords(terms.today) };
    const faults = faultsOf({ draft, terms, there, sending: receipts.busy, days }, t);
    const json = {
      request_key: draft.request_key,
      type,
      merchant,
      purchased_on: draft.purchased_on,
      paid_minor: (paid ?? 0n).toString(),
      receipt_ids: receipts.handed.flatMap(({ receipt }) => (receipt ? [receipt.receipt_id] : [])),
      order_id: order?.order_id ?? null,
      own_purchase: true,
    };
    await send(faults, async () => {
      const { claim } = await call<{ claim: { claim_id: string } }>("/api/user/claims", { json });
      keepDraft(type, reader, null);
      await navigate(inDebug(claimHref(claim.claim_id)));
    });
  }

  const problem = failure && !FIELDS.has(failure.field ?? "") ? failure.text : null;
  return (
    <form
      data-by-script=""
      ref={form}
      className="layout-2"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="form">
        <noscript>
          <Note kind="info">
            {t("Sending a receipt needs JavaScript. Turn it on, or write to us and we help.")}{" "}
            <a href="/account/contact">{t("Contact")}</a>
          </Note>
        </noscript>
        <WhereStep {...{ page, terms, type, draft, change, reads, order }} error={errorOf("merchant").error} />
        <WhenStep {...{ terms, draft, change, reads, order, errorOf }} />
        <Step number={3} done={there} title={terms.evidence === "bill" ? t("Add the bill") : t("Add the receipt")}>
          {proven && (
            <p className="small muted">
              {order.from === "mail"
                ? t("The store's email proves it. Add a receipt only if you want to.")
                : t("Your order proves it. Add a receipt only if you want to.")}
            </p>
          )}
          <ReceiptField receipts={receipts} error={errorOf("receipt_ids").error} />
          {!proven && (
            <p className="small muted">
              {t(
                "Bought online? Forward the store's email to your own address with us, and next time you won't have to type anything.",
              )}{" "}
              <a href="/account/protection/accounts">{t("Show my address")}</a>
            </p>
          )}
          <Check
            name="own_purchase"
            checked={draft.own}
            onChange={(event) => change({ own: event.target.checked })}
            {...errorOf("own_purchase")}
          >
            {t("This is my own purchase and I have not claimed it anywhere else.")}
          </Check>
        </Step>
      </div>
      <aside>
        <ClaimSlip {...{ page, terms, type, merchant, paid, busy, problem }} />
      </aside>
    </form>
  );
}

/** What is missing or cannot be, in the order of the form. */
function faultsOf(
  {
    draft,
    terms,
    there,
    sending,
    days,
  }: {
    draft: Draft;
    terms: Terms;
    there: boolean;
    sending: boolean;
    days: { first: string; last: string };
  },
  t: Translate,
): Fault[] {
  const day = draft.purchased_on;
  const wrong: [boolean, Fault][] = [
    [merchantNameOf(draft) === "", { field: "merchant", text: t("Choose or enter the business.") }],
    [
      day < terms.earliest || day > terms.today,
      { field: "purchased_on", text: t("Enter the day on the receipt, from {{first}} to {{last}}.", days) },
    ],
    [minorOf(draft.paid) === null, { field: "paid_minor", text: t("Enter what you paid, like 43.18.") }],
    [!there, { field: "receipt_ids", text: t("Add a photo or a file of the receipt.") }],
    [sending, { field: "receipt_ids", text: t("Wait until the file is sent, or remove it.") }],
    [!draft.own, { field: "own_purchase", text: t("Check the box if it's your own purchase.") }],
  ];
  return wrong.flatMap(([is, fault]) => (is ? [fault] : []));
}
