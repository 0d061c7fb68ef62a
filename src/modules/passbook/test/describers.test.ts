/**
 * Every kind of transfer that touches a member's account is described in one place. Stories look at the kinds that they
 * posted when they end (`test/support/world.ts`); here the sources say which kinds there are.
 */
import { describe, expect, it } from "vitest";
import type { Describer, MovedLine } from "#platform/describer";
import type { Module } from "#platform/module";
import { isTest, within } from "../../../../test/tidy/files.ts";
import { ORDER_KINDS } from "../../cashback/rules.ts";
import { MODULES } from "../../order.ts";
import { createPassbook } from "../passbook.server.ts";

const described = MODULES.flatMap(({ name, describers }: Module<never>) =>
  (describers ?? []).flatMap((describer) => describer.kinds.map((kind) => ({ name, kind, describer }))),
);

/** Verbs by which money reaches a member or leaves them: nobody else may name their accounts (`test/tidy/rules.test.ts`). */
const MOVES = /\bledger\.credit\(/;
const KIND = /\bkind: (?:"([a-z]+\.[a-z_]+)"|`([a-z]+\.[a-z_]*)\$\{)/g;
/** What the ledger itself posts on members' accounts. */
const HOLDS = ["ledger.server.ts", "hold-money.ts", "move-member.ts"].map((name) => `src/modules/ledger/${name}`);

const posted = within("src/modules")
  .filter(({ path, code }) => !isTest(path) && (HOLDS.includes(path) || MOVES.test(code)))
  .flatMap(({ path, code }) =>
    [...code.matchAll(KIND)].map(([, whole, prefix]) => ({ path, whole: whole ?? null, prefix: prefix ?? null })),
  );

describe("what members' money moves by", () => {
  it("has one describer for each kind", () => {
    const kinds = described.map(({ kind }) => kind);
    expect(kinds.filter((kind, place) => kinds.indexOf(kind) !== place)).toEqual([]);
    const twice = { kinds: [...ORDER_KINDS], told: "again" };
    const describers = [...described.map(({ describer }) => describer), twice];
    // Only what describes is looked at here.
    expect(() => createPassbook({ describers: [...new Set<Describer>(describers)] } as never)).toThrow(
      /each kind of transfer has one describer/,
    );
  });

  it("is described wherever it is posted", () => {
    expect(posted.length).toBeGreaterThanOrEqual(8);
    const wrong = posted.filter(({ whole, prefix }) =>
      whole
        ? !described.some(({ kind }) => kind === whole)
        : !described.some(({ kind }) => kind.startsWith(`${prefix}`)),
    );
    expect(wrong).toEqual([]);
  });

  it("has no describer for what nobody posts", () => {
    const known = (kind: string) =>
      posted.some(({ whole, prefix }) => whole === kind || (prefix !== null && kind.startsWith(prefix)));
    // Orders name their kinds by the list that is described.
    const elsewhere: string[] = [...ORDER_KINDS];
    expect(described.filter(({ kind }) => !known(kind) && !elsewhere.includes(kind))).toEqual([]);
  });
});

const line = (more: Partial<MovedLine>): MovedLine => ({
  transfer_id: "019a0000-0000-7000-8000-000000000001",
  kind: "",
  reason: null,
  data: {},
  account_kind: "member_available",
  amount: 0n,
  at: new Date("2027-03-10T12:00:00Z"),
  ...more,
});
const entriesOf = (kind: string, lines: readonly Partial<MovedLine>[]) => {
  const describer = described.find((one) => one.kind === kind)?.describer;
  return describer && "entries" in describer ? describer.entries(lines.map((one) => line({ kind, ...one }))) : null;
};

describe("entries", () => {
  it("say of a bonus what it holds now, and what it held before it was taken back", () => {
    const data = { bonus: "credit:1", expected_at: "2027-04-01T00:00:00.000Z" };
    const pending = { account_kind: "member_pending", amount: 500n, data };
    expect(entriesOf("bonus.credit", [pending])).toMatchObject([
      {
        state: "pending",
        amount_minor: "500",
        expected_at: data.expected_at,
        note: { en: expect.stringMatching(/from us/) },
      },
    ]);
    const away = { account_kind: "member_pending", amount: -500n, data: { bonus: "credit:1", expected_at: null } };
    expect(entriesOf("bonus.credit", [pending, { amount: 500n, data: { bonus: "credit:1" } }, away])).toMatchObject([
      { state: "confirmed", amount_minor: "500", expected_at: null },
    ]);
    expect(entriesOf("bonus.credit", [pending, away])).toMatchObject([
      { state: "reversed", amount_minor: "500", note: { en: expect.stringMatching(/was reversed/) } },
    ]);
  });

  it("name either side of an invitation in both languages", () => {
    const of = (title: string) =>
      entriesOf("bonus.referral_earned", [{ amount: 500n, data: { bonus: "referral:1", title, other: "Nia N." } }]);
    expect(of("invited")).toMatchObject([
      {
        title: { en: "You invited Nia N.", es: "Invitaste a Nia N." },
        icon: "users",
        file: { name: "Invitation (Nia N.)" },
      },
    ]);
    expect(of("invitation")).toMatchObject([{ title: { en: "Invited by Nia N.", es: "Por invitación de Nia N." } }]);
  });

  it("say what a person gave or took, and why, though a part of it paid a debt", () => {
    const data = { bonus: "hand:1", words: "goodwill" };
    const [given] =
      entriesOf("goodwill.given", [
        { amount: 700n, data, reason: "goodwill" },
        { account_kind: "member_clawback", amount: 300n, data, reason: "goodwill" },
      ]) ?? [];
    expect(given).toMatchObject({ amount_minor: "1000", title: { en: "Credit from us", es: "Crédito nuestro" } });
    expect(given).toMatchObject({
      note: { en: expect.stringMatching(/trouble/), es: expect.stringMatching(/molestias/) },
    });
    expect(entriesOf("goodwill.given", [{ amount: -250n, data, reason: "given_wrongly" }])).toMatchObject([
      { amount_minor: "-250", state: "confirmed", note: { en: expect.stringMatching(/by mistake/) } },
    ]);
  });

  it("add up what came back of a payout, though a part of it paid a debt", () => {
    const data = { method: "PayPal", reference: "P-1" };
    expect(
      entriesOf("hold.returned", [
        { amount: 700n, data },
        { account_kind: "member_clawback", amount: 300n, data },
      ]),
    ).toMatchObject([
      { came_back: true, amount_minor: "1000", title: { en: "Came back from PayPal", es: "Devuelto por PayPal" } },
    ]);
    expect(
      entriesOf("hold.captured", [
        { account_kind: "member_held", amount: -900n, data: { method: "Gift card", reference: "G" } },
      ]),
    ).toMatchObject([{ title: { en: "Paid out as a gift card" }, icon: "gift", file: { name: "Payout (Gift card)" } }]);
  });
});
