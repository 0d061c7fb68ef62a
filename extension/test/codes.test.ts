/** Trying codes without a page: amounts, the order of codes, the likely field, and every way in which a run may end. */
import { expect, it } from "vitest";
import { amountsIn, amountText } from "../src/codes/amount.ts";
import { mayBeGoods } from "../src/codes/applied-codes.ts";
import { orderCodes } from "../src/codes/order-codes.ts";
import { whyOf } from "../src/codes/page-words.ts";
import type { Totals } from "../src/codes/read-totals.ts";
import { type Action, afterAnswer, beginRun, nextAction, type Run, type Seen, stopRun } from "../src/codes/run.ts";
import { LIKELY, scoreField } from "../src/codes/score-field.ts";

const minors = (text: string) => amountsIn(text).map(({ minor, currency }) => [minor, currency]);

it("reads amounts as every country writes them, and nothing else as one", () => {
  for (const [text, minor, currency] of [
    ["$1,234.50", 123_450, "USD"],
    ["US$ 12", 1_200, "USD"],
    ["1.234,50 €", 123_450, "EUR"],
    ["1 249,90 €", 124_990, "EUR"],
    ["CHF 12'345.60", 1_234_560, "CHF"],
    ["￥1,234", 1_234, "JPY"],
    ["KWD 1.250", 1_250, "KWD"],
    ["‏٤٥٥٫٠٠ د.إ.‏", 45_500, "AED"],
    ["R$ 99,90", 9_990, "BRL"],
    ["-$13.00", -1_300, "USD"],
    ["($13.00)", -1_300, "USD"],
    ["Total 130.00", 13_000, null],
  ] as const)
    expect(minors(text), text).toEqual([[minor, currency]]);
  for (const text of ["20% off", "4242 4242 4242 4242", "Code SAVE20", "2 items", "$5% off"])
    expect(minors(text), text).toEqual([]);
  expect(minors("$10.00 was $12.50")).toEqual([
    [1_000, "USD"],
    [1_250, "USD"],
  ]);
  expect(amountText(123_450, "USD", "en")).toBe("$1,234.50");
  expect(amountText(1_234, "JPY", "es")).toBe("¥1,234");
});

const field = (more: Partial<Parameters<typeof scoreField>[0]>) =>
  scoreField({
    type: "text",
    names: "",
    autocomplete: "",
    label: "",
    around: "",
    buttons: [],
    max_length: -1,
    ...more,
  });

it("knows the field of codes from others in both languages", () => {
  for (const likely of [
    { label: "Promo code", buttons: ["Apply"] },
    { label: "¿Tienes un cupón?", buttons: ["Aplicar"] },
    { label: "Código de descuento", buttons: ["Canjear"] },
    { names: "couponCode", buttons: ["Submit"] },
    { label: "Gift card or discount code", buttons: ["Apply"] },
    { names: "dwfrm_cart_couponCode", label: "Code" },
  ])
    expect(field(likely), JSON.stringify(likely)).toBeGreaterThanOrEqual(LIKELY);
  for (const other of [
    { label: "Email", names: "newsletter", buttons: ["Add me"] },
    { label: "Gift card number", buttons: ["Apply"] },
    { label: "ZIP code", names: "zip", buttons: ["Apply"] },
    { label: "Security code", autocomplete: "cc-csc", buttons: ["Apply"] },
    { label: "Search", type: "search", buttons: ["Go"] },
    { label: "Código postal", buttons: ["Aplicar"] },
    { label: "Referral code", names: "referrer", buttons: ["Apply"] },
    { label: "Promo code", type: "password" },
    { label: "Promo code", max_length: 1, buttons: ["Apply"] },
  ])
    expect(field(other), JSON.stringify(other)).toBeLessThan(LIKELY);
});

it("tells why a store refuses, in both languages", () => {
  const said: [string, string][] = [
    ["This code has expired.", "ended"],
    ["El cupón está vencido", "ended"],
    ["Spend at least $50 to use this code", "minimum"],
    ["Pide un mínimo de compra", "minimum"],
    ["Coupon is not valid for the items in your cart", "items"],
    ["Este código no aplica a tus artículos", "items"],
    ["This coupon has already been used", "used"],
    ["For new customers only", "account"],
    ["Cannot be combined with other offers", "combined"],
    ["Enter a valid discount code", "unknown"],
    ["El código no es válido", "unknown"],
    ["Something went wrong", "refused"],
  ];
  for (const [text, why] of said) expect(whyOf(text), text).toBe(why);
});

const totals = (total: number, more: Partial<Totals> = {}): Totals => ({
  ...{ total, currency: "USD", shipping: 500, subtotal: 10_000 },
  ...more,
});

it("begins with what promises most, and does not try what cannot work", () => {
  const codes = [
    { code: "FIVE", title: "", language: "en", minor: 500, worked: 9, tried: 10 },
    { code: "TWENTY", title: "", language: "en", bps: 2_000, worked: 0, tried: 40 },
    { code: "TEN", title: "", language: "en", bps: 1_000, worked: 8, tried: 10 },
    { code: "LARGE", title: "", language: "en", minor: 9_000, minimum: 20_000 },
    { code: "OLD", title: "", language: "en", bps: 5_000, ends: "2026-03-01" },
    { code: "TEN", title: "again", language: "en", bps: 1_000 },
  ] as const;
  expect(orderCodes(codes, totals(10_500), "2026-03-02")).toEqual([
    { code: "TEN", state: "waiting" },
    { code: "FIVE", state: "waiting" },
    { code: "TWENTY", state: "waiting" },
    { code: "LARGE", state: "skipped", why: "short" },
    { code: "OLD", state: "skipped", why: "ended" },
  ]);
  const many = Array.from({ length: 40 }, (_, n) => ({ code: `CODE${n}`, title: "", language: "en" as const }));
  expect(orderCodes(many, totals(10_500), "2026-03-02").length).toBe(15);
});

/** A store as simple as can be: one code at a time unless it stacks, and whatever faults it has. */
function store(
  effects: Record<string, number>,
  more: { own?: string; stuck?: boolean; stacks?: boolean; once?: string[]; drift?: boolean; mute?: boolean } = {},
) {
  let used: string[] = more.own ? [more.own] : [];
  const sent: string[] = [];
  let looks = 0;
  const seen = (said: readonly string[] = []): Seen => {
    looks += more.drift ? 37 : 0;
    return {
      totals: totals(10_500 + looks - used.reduce((sum, code) => sum + (effects[code] ?? 0), 0)),
      ...{ applied: [...used], said, captchas: 0, typed: "" },
    };
  };
  return {
    sent,
    seen,
    used: () => used,
    act({ kind, code }: Action) {
      if (kind === "remove") {
        if (!more.stuck) used = used.filter((one) => one !== code);
        return { ...seen(), answered: true, restated: [] };
      }
      const again = sent.includes(code) && more.once?.includes(code);
      sent.push(code);
      if (more.mute) return { ...seen(), answered: false, restated: [] };
      if (effects[code] === undefined || again)
        return { ...seen(["This code is not valid."]), answered: true, restated: [] };
      used = more.stacks ? [...used, code] : [code];
      return { ...seen([`${code} applied`]), answered: true, restated: [] };
    },
  };
}
type Store = ReturnType<typeof store>;
const begin = (at: Store, codes: readonly string[]): Run => {
  const run = beginRun(
    at.seen(),
    "shop",
    "https://shop.example/cart",
    codes.map((code) => ({ code, state: "waiting" })),
  );
  if (!run) throw new Error("it may be tried");
  return run;
};
/** Keeps the run as text between any two steps, as a new page would. */
function play(at: Store, begun: Run, each: (run: Run) => Run = (run) => run): Run {
  let run = begun;
  for (let steps = 0; steps < 100; steps += 1) {
    const next = nextAction(each(run));
    if (!next.action) return next.run;
    const before = at.seen();
    const pending = { ...next.action, total: before.totals?.total ?? 0, applied: before.applied, said: before.said };
    run = JSON.parse(JSON.stringify(afterAnswer({ ...next.run, pending }, at.act(next.action))));
  }
  throw new Error("it ends");
}

it("keeps the best of several", () => {
  const at = store({ A: 300, B: 900, C: 100 });
  const run = play(at, begin(at, ["A", "X", "B", "C"]));
  expect(run.end).toEqual({ why: "done", kept: "B", saving: 900, total: 9_600, lost: [] });
  expect(run.tries.map(({ state, saving, why }) => saving ?? why ?? state)).toEqual([300, "unknown", 900, 100]);
  expect(at.used()).toEqual(["B"]);
});

it("puts back what the shopper had when nothing is better, and does not when something is", () => {
  const worse = store({ OWN: 1_000, A: 300 }, { own: "OWN" });
  expect(play(worse, begin(worse, ["A"])).end).toMatchObject({ kept: null, lost: [], total: 9_500 });
  expect(worse.used()).toEqual(["OWN"]);
  const better = store({ OWN: 100, A: 300 }, { own: "OWN" });
  expect(play(better, begin(better, ["A"])).end).toMatchObject({ kept: "A", saving: 200, lost: [] });
  expect(better.used()).toEqual(["A"]);
});

it("says so when the store does not give the shopper's code back", () => {
  const mean = store({ OWN: 1_000, A: 300 }, { own: "OWN", once: ["OWN"] });
  mean.sent.push("OWN");
  expect(play(mean, begin(mean, ["A"])).end).toMatchObject({ kept: null, lost: ["OWN"] });
});

it("tries the shopper's own code never as one of ours, and touches nothing that cannot be read", () => {
  const at = store({ OWN: 1_000 }, { own: "OWN" });
  expect(begin(at, ["own", "A"]).tries.map(({ code }) => code)).toEqual(["A"]);
  expect(beginRun({ ...at.seen(), applied: [null] }, "shop", "", [])).toBe(null);
  expect(beginRun({ ...at.seen(), totals: null }, "shop", "", [])).toBe(null);
});

it("holds what cannot be taken away against what comes after it", () => {
  const at = store({ A: 900, B: 300 }, { stuck: true });
  const run = play(at, begin(at, ["A", "B"]));
  expect(run.end).toMatchObject({ kept: "A", saving: 900 });
  expect(at.used()).toEqual(["A"]);
});

it("takes away what a store piles up, so that each is measured alone", () => {
  const at = store({ A: 300, B: 200 }, { stacks: true });
  const run = play(at, begin(at, ["A", "B"]));
  expect(run.tries.map(({ saving }) => saving)).toEqual([300, 200]);
  expect(at.used()).toEqual(["A"]);
});

it("takes the next best where the store takes the best back", () => {
  const at = store({ A: 900, B: 300, C: 100 }, { once: ["A"] });
  const run = play(at, begin(at, ["A", "B", "C"]));
  expect(run.end).toMatchObject({ kept: "B", saving: 300 });
  expect(run.tries[0]).toMatchObject({ state: "refused", why: "changed" });
});

it("claims no saving where the total moves by itself", () => {
  const at = store({ A: 300, B: 200, C: 100 }, { drift: true });
  expect(play(at, begin(at, ["A", "B", "C"])).end).toMatchObject({ why: "unsteady" });
});

it("stops with the best when it is told to, at a captcha, at too many tries, and when nothing answers", () => {
  const at = store({ A: 300, B: 900 });
  const stopped = play(at, begin(at, ["A", "B"]), (run) => (run.tries[0]?.state === "worked" ? stopRun(run) : run));
  expect(stopped.end).toMatchObject({ why: "stopped", kept: "A", saving: 300 });
  expect(at.sent).toEqual(["A"]);
  const pending = (run: Run): Run => {
    const next = nextAction(run);
    return { ...next.run, pending: { kind: "apply", code: "A", total: 10_500, applied: [], said: [] } };
  };
  const begun = pending(begin(at, ["A", "B"]));
  const captcha = afterAnswer(begun, { ...at.seen(), captchas: 1, answered: true, restated: [] });
  expect([captcha.end?.why, nextAction(captcha).action]).toEqual(["captcha", null]);
  const often = afterAnswer(begun, {
    ...at.seen(["Too many attempts. Try again later."]),
    answered: true,
    restated: [],
  });
  expect([often.end?.why, nextAction(often).action]).toEqual(["too_often", null]);
  const mute = store({}, { mute: true });
  const silent = play(mute, begin(mute, ["A", "B", "C"]));
  expect(silent.end).toMatchObject({ why: "slow", kept: null });
  expect(mute.sent).toEqual(["A", "B"]);
});

it("ends where a store takes the best no more and its total says nothing of it", () => {
  const at = store({ A: 300 });
  const begun = begin(at, ["A"]);
  // Kept once, taken away, and then swallowed: the total stands between what it was with and without the shopper's own code.
  const odd: Run = {
    ...begun,
    ...{ phase: "ending", base: totals(10_400), start: totals(10_500) },
    tries: [{ code: "A", state: "worked", saving: 300, total: 10_100 }],
  };
  const next = nextAction(odd);
  expect(next.action).toEqual({ kind: "apply", code: "A" });
  const pending = { kind: "apply", code: "A", total: 10_400, applied: [], said: [] } as const;
  const answer = { ...at.seen(), totals: totals(10_450), answered: true, restated: [] };
  const after = afterAnswer({ ...next.run, pending }, answer);
  expect(nextAction(after)).toMatchObject({ action: null, run: { end: { kept: null } } });
});

it("takes a line with a price for goods, unless it speaks of codes", () => {
  for (const [row, line] of [
    ["NIKON $499.00", "NIKON $499.00 Remove"],
    ["ALPACA", "ALPACA, black 1 x 24,90 €"],
    // The word stands elsewhere in the line: what is beside the button is an article all the same.
    ["NIKON", "NIKON $499.00 before coupon"],
  ] as const)
    expect(mayBeGoods(row, line), line).toBe(true);
  for (const [row, line] of [
    ["SAVE20", "SAVE20 Remove"],
    ["Coupon SAVE20 -$13.00", "Coupon SAVE20 -$13.00"],
    ["SAVE20 $13.00 applied-coupon", "SAVE20 $13.00"],
    ["SAVE20", "SAVE20 -$13.00"],
    ["SHIPFREE", "SHIPFREE $0.00"],
  ] as const)
    expect(mayBeGoods(row, line), line).toBe(false);
});

it("tries first what is asked for, where the shopper allows telling, and else in its usual place", () => {
  const codes = [
    { code: "HALF", title: "", language: "en", bps: 5_000 },
    { code: "ASKED", title: "", language: "en", bps: 100, asked: true },
    { code: "LATE", title: "", language: "en", bps: 100, asked: true, ends: "2026-03-01" },
  ] as const;
  const order = (tells: boolean) => orderCodes(codes, totals(10_500), "2026-03-02", tells).map(({ code }) => code);
  expect(order(true)).toEqual(["ASKED", "HALF", "LATE"]);
  expect(order(false)).toEqual(["HALF", "ASKED", "LATE"]);
});
