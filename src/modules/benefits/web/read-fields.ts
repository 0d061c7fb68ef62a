/** What was read of the receipts, beside what the member typed: it fills what is empty, and never changes what is there. */
import type { ReadField, ReceiptRead } from "#receipts";
import type { BenefitPartner } from "../benefits.types.ts";
import { isSameName } from "../names.ts";
import { minorOf, typedOf } from "./claim-amounts.ts";
import type { Draft } from "./claim-draft.ts";

/** The choice of whoever shopped at a business that is not on the list. */
export const OTHER = "other";

export type FieldNote = { kind: "unsure" } | { kind: "differs"; value: string };
export type ReadNotes = {
  merchant: FieldNote | null;
  purchased_on: FieldNote | null;
  paid: FieldNote | null;
  /** Of a receipt in other money: its sum is not filled in. */
  currency: string | null;
};

type Terms = { of: "total" | "shipping" | "drop" };
type Reads = readonly ReceiptRead[];

/** Of several receipts the one that is sure, else the first that has the field. */
function best<T>(fields: readonly (ReadField<T> | null)[]): ReadField<T> | null {
  return fields.find((field) => field?.sure) ?? fields.find((field) => field !== null) ?? null;
}
const inDollars = ({ currency }: ReceiptRead) => currency === null || currency === "USD";
const amountOf = (reads: Reads, { of }: Terms) =>
  best(reads.filter(inDollars).map((read) => (of === "shipping" ? read.shipping : read.total)));
const merchantOf = (reads: Reads) => best(reads.map((read) => read.merchant));
const dateOf = (reads: Reads) => best(reads.map((read) => read.date));

export function partnerOf(
  read: { name: string; internal_name: string | null },
  partners: readonly BenefitPartner[],
): BenefitPartner | null {
  const same = partners.find(({ internal_name }) => internal_name !== null && internal_name === read.internal_name);
  return same ?? partners.find(({ name }) => isSameName(name, read.name)) ?? null;
}

/** The name of the business as it is sent. */
export const merchantNameOf = ({ merchant, other }: Pick<Draft, "merchant" | "other">): string =>
  merchant === OTHER ? other.trim() : merchant;

/** How a business is chosen in the form: from the list, else by its name. */
export function chosenAs(
  read: { name: string; internal_name: string | null },
  partners: readonly BenefitPartner[],
): Pick<Draft, "merchant" | "other"> {
  const partner = partnerOf(read, partners);
  return partner ? { merchant: partner.name, other: "" } : { merchant: OTHER, other: read.name };
}

/** Fills what is empty. */
export function filledFrom(draft: Draft, reads: Reads, terms: Terms, partners: readonly BenefitPartner[]): Draft {
  if (draft.order_id) return draft;
  const [merchant, date, amount] = [merchantOf(reads), dateOf(reads), amountOf(reads, terms)];
  return {
    ...draft,
    ...(merchant && merchantNameOf(draft) === "" ? chosenAs(merchant.value, partners) : {}),
    ...(date && draft.purchased_on === "" ? { purchased_on: date.value } : {}),
    ...(amount && draft.paid.trim() === "" ? { paid: typedOf(amount.value) } : {}),
  };
}

/** What the member should look at once more: fields that were read differently, or that we are not sure of. */
export function notesOf(draft: Draft, reads: Reads, terms: Terms): ReadNotes {
  const none: ReadNotes = { merchant: null, purchased_on: null, paid: null, currency: null };
  if (draft.order_id) return none;
  const [merchant, date, amount] = [merchantOf(reads), dateOf(reads), amountOf(reads, terms)];
  const note = (same: boolean, sure: boolean, value: string): FieldNote | null =>
    same ? (sure ? null : { kind: "unsure" }) : { kind: "differs", value };
  const name = merchantNameOf(draft);
  return {
    merchant:
      merchant && name !== "" ? note(isSameName(name, merchant.value.name), merchant.sure, merchant.value.name) : null,
    purchased_on:
      date && draft.purchased_on !== "" ? note(draft.purchased_on === date.value, date.sure, date.value) : null,
    paid:
      amount && draft.paid.trim() !== ""
        ? note(minorOf(draft.paid)?.toString() === amount.value, amount.sure, typedOf(amount.value))
        : null,
    currency: reads.find((read) => !inDollars(read))?.currency ?? null,
  };
}
