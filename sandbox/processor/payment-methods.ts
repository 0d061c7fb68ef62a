import { createHash } from "node:crypto";
import type { World } from "../world.ts";
import { every, find, keep, newId, seconds, type Thing } from "./book.ts";
import { brandOf, cardOfNumber, cardOfToken, passesLuhn, type TestCard } from "./cards.ts";
import { tell } from "./events.ts";
import { type Form, metadata, part, text } from "./form.ts";
import { missing, Refusal, wrong } from "./refusal.ts";

export type PaymentMethod = Thing & {
  customer: string | null;
  card: { brand: string; last4: string; wallet: { type: string } | null };
  /** The test card behind it, and whether its owner has shown himself when it was put on file. */
  _number: string;
  _known: boolean;
};

export const behaviourOf = (method: PaymentMethod): TestCard | undefined => cardOfNumber(method._number);

function invalid(code: string, param: string, message: string): Refusal {
  return new Refusal(402, { type: "card_error", code, param, message });
}

/** A year of two digits is of this century, as people write it on forms. */
const fullYear = (year: number): number => (year < 100 ? 2000 + year : year);

function checkCard(world: World, card: Form): { number: string; month: number; year: number } {
  const number = (text(card, "number") ?? "").replaceAll(" ", "");
  if (!passesLuhn(number)) throw invalid("incorrect_number", "number", "Your card number is incorrect.");
  const month = Number(text(card, "exp_month"));
  const year = fullYear(Number(text(card, "exp_year")));
  if (!Number.isInteger(month) || month < 1 || month > 12)
    throw invalid("invalid_expiry_month", "exp_month", "Your card's expiration month is invalid.");
  const now = new Date(world.clock.now());
  if (!Number.isInteger(year) || year > 2100 || year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1)
    throw invalid("invalid_expiry_year", "exp_year", "Your card's expiration year is invalid.");
  const cvc = text(card, "cvc");
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    throw invalid("invalid_cvc", "cvc", "Your card's security code is invalid.");
  return { number, month, year };
}

type Facts = { number: string; month: number; year: number; wallet: string | null; billing: Form; metadata: Form };

function create(world: World, facts: Facts): PaymentMethod {
  const { number, wallet } = facts;
  const address = part(facts.billing, "address");
  const zip = text(address, "postal_code") ?? null;
  const method: PaymentMethod = {
    id: newId("pm"),
    object: "payment_method",
    created: seconds(world),
    allow_redisplay: "unspecified",
    billing_details: {
      address: {
        city: text(address, "city") ?? null,
        country: text(address, "country") ?? null,
        line1: text(address, "line1") ?? null,
        line2: text(address, "line2") ?? null,
        postal_code: zip,
        state: text(address, "state") ?? null,
      },
      email: text(facts.billing, "email") ?? null,
      name: text(facts.billing, "name") ?? null,
      phone: text(facts.billing, "phone") ?? null,
      tax_id: null,
    },
    card: {
      brand: brandOf(number),
      checks: {
        address_line1_check: null,
        address_postal_code_check: zip === null ? null : "pass",
        cvc_check: wallet === null ? "pass" : null,
      },
      country: "US",
      display_brand: brandOf(number),
      exp_month: facts.month,
      exp_year: facts.year,
      fingerprint: createHash("sha256").update(number).digest("base64url").slice(0, 16),
      funding: "credit",
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brandOf(number)], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet:
        wallet === null ? null : ({ type: wallet, dynamic_last4: number.slice(-4), [wallet]: {} } as { type: string }),
    } as PaymentMethod["card"],
    customer: null,
    livemode: false,
    metadata: metadata(facts.metadata),
    type: "card",
    _number: number,
    _known: false,
  };
  keep(world, method);
  return method;
}

export function createMethod(world: World, form: Form): PaymentMethod {
  if (text(form, "type") !== "card") throw wrong("Missing required param: type.", { param: "type" });
  const facts = { wallet: null, billing: part(form, "billing_details"), metadata: form };
  return create(world, { ...checkCard(world, part(form, "card")), ...facts });
}

/** What a wallet's sheet hands over: a card of its own, named by the wallet. */
export function createWalletMethod(world: World, wallet: string, billing: Form, number = "4242424242424242") {
  const year = new Date(world.clock.now()).getUTCFullYear() + 3;
  return create(world, { number, month: 12, year, wallet, billing, metadata: {} });
}

/** By id, or a new one behind a test token such as `pm_card_visa`. */
export function resolveMethod(world: World, id: string, param = "payment_method"): PaymentMethod {
  const wallet = { pm_card_apple_pay: "apple_pay", pm_card_google_pay: "google_pay" }[id];
  if (wallet) return createWalletMethod(world, wallet, {});
  const card = cardOfToken(id);
  const year = new Date(world.clock.now()).getUTCFullYear() + 3;
  if (card) return create(world, { number: card.number, month: 12, year, wallet: null, billing: {}, metadata: {} });
  const method = find<PaymentMethod>(world, id, "payment_method");
  if (!method) throw missing("PaymentMethod", id, param, 400);
  return method;
}

export function attach(world: World, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method;
  if (method.customer !== null)
    throw wrong("The payment method you provided has already been attached to a customer.", {
      code: "payment_method_unexpected_state",
    });
  const attached = { ...method, customer };
  keep(world, attached);
  tell(world, "payment_method.attached", attached);
  return attached;
}

export function detach(world: World, id: string): PaymentMethod {
  const method = find<PaymentMethod>(world, id, "payment_method");
  if (!method) throw missing("PaymentMethod", id);
  if (method.customer === null)
    throw wrong("The payment method you provided is not attached to a customer so detachment is impossible.");
  const detached = { ...method, customer: null, _detached: true };
  keep(world, detached);
  tell(world, "payment_method.detached", detached);
  return detached;
}

export const methodsOf = (world: World, customer: string, type?: string): PaymentMethod[] =>
  every<PaymentMethod>(world, "payment_method").filter(
    (method) => method.customer === customer && (type === undefined || type === "card"),
  );
