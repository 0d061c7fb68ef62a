/** The numbered steps of a claim. */
import type { ReactNode } from "react";
import type { ReceiptRead } from "#receipts";
import { useDateWords } from "#ui/date.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Select } from "#ui/select.tsx";
import { useText } from "#ui/text.tsx";
import type { BenefitPage, ClaimType, KnownOrder } from "../benefits.types.ts";
import { CLAIM_WORDS } from "./benefit-words.ts";
import { minorOf } from "./claim-amounts.ts";
import type { Draft } from "./claim-draft.ts";
import type { Terms } from "./claim-slip.tsx";
import { PartnerChoice } from "./partner-choice.tsx";
import { chosenAs, type FieldNote, merchantNameOf, notesOf } from "./read-fields.ts";
import { type Change, fromOrder } from "./use-claim-draft.ts";

export function Step({
  number,
  done,
  title,
  children,
}: {
  number: number;
  done: boolean;
  title: string;
  children: ReactNode;
}) {
  return (
    <section className="form-section">
      <h2>
        <span className={done ? "step-no done" : "step-no"} aria-hidden="true">
          {done ? <Icon name="check" size="sm" /> : number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Read differently, or not for sure: said beside the field, with what was read one press away. */
function Check({ note, shown, onUse }: { note: FieldNote | null; shown?: string; onUse?: () => void }) {
  const t = useText();
  return (
    <p className="small text-(--tp-wait-text) empty:hidden" role="status">
      {note?.kind === "unsure" && t("We aren't sure we read this right. Please check.")}
      {note?.kind === "differs" && (
        <>
          {t("The receipt says {{value}}. Please check.", { value: shown ?? note.value })}{" "}
          {onUse && (
            <button type="button" className="linklike" onClick={onUse}>
              {t("Use {{value}}", { value: shown ?? note.value })}
            </button>
          )}
        </>
      )}
    </p>
  );
}

type Shared = { terms: Terms; draft: Draft; change: Change; reads: readonly ReceiptRead[]; order: KnownOrder | null };

export function WhereStep({
  page,
  type,
  error,
  ...shared
}: Shared & { page: BenefitPage; type: ClaimType; error: string | undefined }) {
  const t = useText();
  const dateWords = useDateWords();
  const { terms, draft, change, reads, order } = shared;
  const note = notesOf(draft, reads, terms).merchant;
  const value = note?.kind === "differs" ? note.value : "";
  return (
    <Step number={1} done={merchantNameOf(draft) !== ""} title={t(CLAIM_WORDS[type].where)}>
      {page.orders.length > 0 && (
        <Select
          label={t("Begin with a purchase we know")}
          value={draft.order_id}
          onChange={(event) => {
            const found = page.orders.find(({ order_id }) => order_id === event.target.value);
            change(found ? fromOrder(found, page) : { order_id: "" });
          }}
          options={[
            { value: "", text: t("None of these") },
            ...page.orders.map((one) => ({
              value: one.order_id,
              text: [
                ...[one.merchant, dateWords(one.bought_on, "short"), formatMoney(one.paid_minor)],
                ...(one.from === "mail" ? [t("from your email")] : []),
              ].join(", "),
            })),
          ]}
        />
      )}
      {order ? (
        <p className="row small">
          <Icon name="check" size="sm" />
          {t("{{store}}, ordered {{date}}", { store: order.merchant, date: dateWords(order.bought_on) })}
        </p>
      ) : (
        <PartnerChoice
          partners={page.all_partners}
          anyPartner={terms.any_partner}
          chosen={draft.merchant}
          other={draft.other}
          error={error}
          note={
            <Check
              note={note}
              onUse={() => change(chosenAs({ name: value, internal_name: null }, page.all_partners))}
            />
          }
          onChoose={(merchant) => change({ merchant })}
          onOther={(other) => change({ other })}
        />
      )}
    </Step>
  );
}

export function WhenStep({ errorOf, ...shared }: Shared & { errorOf: (field: string) => { error?: string } }) {
  const t = useText();
  const dateWords = useDateWords();
  const { terms, draft, change, reads, order } = shared;
  const notes = notesOf(draft, reads, terms);
  const done = draft.purchased_on !== "" && minorOf(draft.paid) !== null;
  return (
    <Step number={2} done={done} title={t("When, and how much?")}>
      <div className="grid grid-2 [--gap:1rem]">
        <div className="grid content-start [--gap:.375rem]">
          <Field
            label={terms.evidence === "bill" ? t("Date on the bill") : t("Date on the receipt")}
            name="purchased_on"
            type="date"
            min={terms.earliest}
            max={terms.today}
            value={draft.purchased_on}
            readOnly={order !== null}
            onChange={(event) => change({ purchased_on: event.target.value })}
            {...errorOf("purchased_on")}
          />
          <Check
            note={notes.purchased_on}
            {...(notes.purchased_on?.kind === "differs" && {
              shown: dateWords(notes.purchased_on.value),
              onUse: () => change({ purchased_on: readValue(notes.purchased_on) }),
            })}
          />
        </div>
        <div className="grid content-start [--gap:.375rem]">
          <Field
            label={terms.of === "shipping" ? t("Shipping or return cost, in dollars") : t("Total paid, in dollars")}
            name="paid_minor"
            inputMode="decimal"
            autoComplete="off"
            placeholder="43.18"
            value={draft.paid}
            readOnly={order?.proves === "all"}
            onChange={(event) => change({ paid: event.target.value })}
            {...errorOf("paid_minor")}
          />
          <Check
            note={notes.paid}
            {...(notes.paid?.kind === "differs" && {
              shown: `$${notes.paid.value}`,
              onUse: () => change({ paid: readValue(notes.paid) }),
            })}
          />
          {notes.currency && (
            <p className="small text-(--tp-wait-text)">
              {t("The receipt is in {{currency}}. Enter what you paid in dollars.", { currency: notes.currency })}
            </p>
          )}
        </div>
      </div>
    </Step>
  );
}

const readValue = (note: FieldNote | null): string => (note?.kind === "differs" ? note.value : "");
