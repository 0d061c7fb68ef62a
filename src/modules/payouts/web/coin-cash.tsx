/** Cash for coins: how much, where to, and what it is worth before anything is asked for. */
import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { CoinPage, Method } from "#payouts";
import { Button } from "#ui/button.tsx";
import { RadioCard } from "#ui/check.tsx";
import { ConfirmField } from "#ui/confirm-field.tsx";
import { useDateWords, useHydrated } from "#ui/date.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { Field, FieldError } from "#ui/field.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { LeaderList, Receipt } from "#ui/receipt.tsx";
import { useText } from "#ui/text.tsx";
import { parseAmount } from "../rules.ts";
import type { SwapReturned } from "./coin-swap.types.ts";
import { MethodTile } from "./method-tile.tsx";

const WAYS = ["paypal", "venmo"] as const satisfies readonly Method[];

export function CoinCash({
  page,
  hasPassword,
  requestKey,
  returned,
}: {
  page: CoinPage;
  hasPassword: boolean;
  requestKey: string;
  returned: SwapReturned | null;
}) {
  const t = useText();
  const dateWords = useDateWords();
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().state === "submitting";
  const start = returned?.typed;
  const [key] = useState(start?.request_key || requestKey);
  const [how, setHow] = useState(start?.how ?? "everything");
  const [amount, setAmount] = useState(start?.amount ?? "");
  const [method, setMethod] = useState<"paypal" | "venmo">(start?.method === "venmo" ? "venmo" : "paypal");
  const worth = BigInt(page.worth_minor);
  const minimum = BigInt(page.minimum_minor);
  const passwordError = returned?.fault.field === "password" ? returned.fault.text : null;
  const errorOf = (field: string) => (returned?.fault.field === field ? returned.fault.text : undefined);
  useEffect(() => {
    const field = returned?.fault.field;
    const name = field === "destination" ? (method === "paypal" ? "email" : "phone") : field;
    if (name) form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  }, [returned, method]);
  if (worth < minimum)
    return (
      <Note>
        {t("Cash starts at {{minimum}}. Your {{coins}} coins are worth {{worth}}.", {
          minimum: formatMoney(minimum),
          coins: formatCount(page.coins),
          worth: formatMoney(worth),
        })}
      </Note>
    );
  const typed = how === "everything" ? worth : (parseAmount(amount) ?? 0n);
  const minor = typed > worth ? 0n : typed;
  return (
    <Form method="post" ref={form} noValidate preventScrollReset className="layout-2 group/w">
      <input type="hidden" name="request_key" value={key} />
      <div className="form">
        <fieldset className="form-section">
          <legend className="mb-4 font-[640]">{t("How much")}</legend>
          <div className="grid grid-2 [--gap:.75rem]">
            <RadioCard
              name="how"
              value="everything"
              checked={how === "everything"}
              onChange={() => setHow("everything")}
              end={<b className="money text-ink">{formatMoney(worth)}</b>}
            >
              <b>{t("Everything")}</b>
            </RadioCard>
            <RadioCard
              name="how"
              value="other"
              id="how-other"
              checked={how === "other"}
              onChange={() => setHow("other")}
              end={<span className="xs nowrap">{t("from {{amount}}", { amount: formatMoney(minimum) })}</span>}
            >
              <b className="nowrap">{t("Other amount")}</b>
            </RadioCard>
          </div>
          <div className="hidden max-w-[20rem] group-has-[#how-other:checked]/w:block">
            <Field
              label={t("Amount in dollars")}
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              placeholder="5.00"
              defaultValue={amount}
              onInput={(event) => setAmount(event.currentTarget.value)}
              error={errorOf("amount")}
            />
          </div>
        </fieldset>
        <fieldset className="form-section">
          <legend className="mb-4 font-[640]">{t("Where to")}</legend>
          <div className="grid [--gap:.625rem]">
            {WAYS.map((way) => (
              <RadioCard
                key={way}
                name="method"
                value={way}
                id={`to-${way}`}
                checked={method === way}
                onChange={() => setMethod(way)}
                end={
                  <span className="nowrap">{t("by {{date}}", { date: dateWords(page.arrives_by[way], "short") })}</span>
                }
              >
                <span className="store-cell">
                  <MethodTile method={way} />
                  <b>{way === "paypal" ? "PayPal" : "Venmo"}</b>
                </span>
              </RadioCard>
            ))}
          </div>
          <div className="hidden group-has-[#to-paypal:checked]/w:block">
            <EmailField
              label={t("PayPal email")}
              className="max-w-[26rem]"
              defaultValue={start?.email || page.email}
              hint={t("The address of your PayPal account.")}
              error={method === "paypal" ? errorOf("destination") : undefined}
            />
          </div>
          <div className="hidden max-w-[20rem] group-has-[#to-venmo:checked]/w:block">
            <Field
              label={t("Venmo phone number")}
              name="phone"
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              placeholder="(555) 010-4417"
              defaultValue={start?.phone ?? ""}
              hint={t("The US number your Venmo account uses.")}
              error={method === "venmo" ? errorOf("destination") : undefined}
            />
          </div>
        </fieldset>
        <fieldset className="form-section">
          <legend className="mb-4 font-[640]">{t("Confirm it's you")}</legend>
          <div className="max-w-[20rem]">
            <ConfirmField
              label={t("Password")}
              hasPassword={hasPassword}
              {...(passwordError !== null && { error: passwordError })}
            />
          </div>
        </fieldset>
      </div>
      <aside>
        <CashSlip page={page} minor={minor} method={method} busy={busy} problem={problemOf(returned, how)} />
      </aside>
    </Form>
  );
}

/** What belongs to no field that is on view. */
function problemOf(returned: SwapReturned | null, how: "everything" | "other"): string | null {
  if (!returned) return null;
  const { field, text } = returned.fault;
  return field === null || field === "product" || (field === "amount" && how === "everything") ? text : null;
}

function CashSlip({
  page,
  minor,
  method,
  busy,
  problem,
}: {
  page: CoinPage;
  minor: bigint;
  method: "paypal" | "venmo";
  busy: boolean;
  problem: string | null;
}) {
  const t = useText();
  const dateWords = useDateWords();
  const alive = useHydrated();
  const has = BigInt(page.coins);
  const spent = (minor * BigInt(page.coins_per_dollar)) / 100n;
  const receiver = method === "paypal" ? "PayPal" : "Venmo";
  return (
    <Receipt title={t("Payout slip")} meta={[t("Coins"), dateWords(page.arrives_by.gift_card, "slip")]}>
      <div className={alive ? undefined : "group-has-[#how-other:checked]/w:hidden"}>
        <LeaderList
          lines={[
            { term: t("Your coins"), value: formatCount(has) },
            { term: t("You swap"), value: formatCount(spent) },
            { term: t("Coins left"), value: formatCount(has - spent) },
            { term: t("Our fee"), value: formatMoney(0) },
            { term: t("{{receiver}} receives", { receiver }), value: formatMoney(minor), tone: "back", total: true },
          ]}
        />
      </div>
      <div className="mt-5 grid [--gap:.75rem]" aria-live="polite">
        {problem && <FieldError>{problem}</FieldError>}
        <Button type="submit" look="primary" size="lg" block busy={busy} busyText={t("Swapping")}>
          {alive && minor > 0n ? t("Swap {{coins}} coins", { coins: formatCount(spent) }) : t("Swap coins")}
        </Button>
      </div>
      <p className="xs faint mt-3 text-center">
        {t("Arrives by {{date}}", { date: dateWords(page.arrives_by[method]) })}
      </p>
    </Receipt>
  );
}
