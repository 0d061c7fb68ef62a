/** Asking for a withdrawal: how much, where to, the password, and beside it the slip that always adds up. */
import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { Method, WithdrawalPage } from "#payouts";
import { RadioCard } from "#ui/check.tsx";
import { ConfirmField } from "#ui/confirm-field.tsx";
import { useDateWords } from "#ui/date.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { Field, FieldError } from "#ui/field.tsx";
import { formatMoney } from "#ui/money.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { amountDetail, readAsked, refusalText } from "./asked-amount.ts";
import { CardChooser } from "./card-chooser.tsx";
import { MethodTile } from "./method-tile.tsx";
import { PayoutSlip } from "./payout-slip.tsx";

/** What was typed, except the password, and the key of this form. */
export type Typed = {
  how: "everything" | "other";
  amount: string;
  method: Method;
  email: string;
  phone: string;
  card: string;
  request_key: string;
};
/** `faults` in the order of the form. */
export type Returned = { typed: Typed | null; faults: readonly { field: string | null; text: string }[] };

const DESTINATIONS = { paypal: "email", venmo: "phone", gift_card: "card" } as const;
const CONTROLS: Readonly<Record<string, string>> = { amount: "amount", product: "card", password: "password" };

export function WithdrawalForm({
  page,
  hasPassword,
  requestKey,
  returned,
}: {
  page: WithdrawalPage;
  hasPassword: boolean;
  requestKey: string;
  returned: Returned | null;
}) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().state === "submitting";
  const start = returned?.typed;
  // Kept while the form lives: asking again after a refusal or a lost answer is the same request.
  const [key] = useState(start?.request_key || requestKey);
  const [how, setHow] = useState(start?.how ?? "everything");
  const [amount, setAmount] = useState(start?.amount ?? "");
  const [left, setLeft] = useState(false);
  const [method, setMethod] = useState<Method>(start?.method ?? "paypal");
  const [card, setCard] = useState(start?.card ?? "");
  const [answered, setAnswered] = useState(returned);

  // Only a new answer moves the focus, to the control that it is about; a password is typed anew each time.
  const chosen = useRef(method);
  chosen.current = method;
  useEffect(() => {
    setAnswered(returned);
    if (!returned) return;
    const password = form.current?.querySelector<HTMLInputElement>("[name=password]");
    if (password) password.value = "";
    const first = returned.faults[0]?.field ?? "";
    const name = first === "destination" ? DESTINATIONS[chosen.current] : CONTROLS[first];
    if (name) form.current?.querySelector<HTMLInputElement>(`[name="${name}"]:checked, [name="${name}"]`)?.focus();
  }, [returned]);

  const errorOf = (field: string) => answered?.faults.find((fault) => fault.field === field)?.text;
  const asked = readAsked({ how, amount }, page);
  const amountError =
    errorOf("amount") ?? (left && asked.fault ? refusalText(asked.fault, language, amountDetail(page)) : undefined);
  const passwordError = errorOf("password");
  const destinationError = errorOf("destination");
  const by = (which: Method) =>
    which === "gift_card" ? t("today") : t("by {{date}}", { date: dateWords(page.arrives_by[which], "short") });

  return (
    <Form
      method="post"
      className="layout-2 group/w"
      ref={form}
      noValidate
      preventScrollReset
      onChange={() => setAnswered(null)}
    >
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
              end={<b className="money text-ink">{formatMoney(page.available_minor)}</b>}
            >
              <b>{t("Everything")}</b>
            </RadioCard>
            <RadioCard
              name="how"
              value="other"
              id="how-other"
              checked={how === "other"}
              onChange={() => setHow("other")}
              end={
                <span className="xs nowrap">{t("from {{amount}}", { amount: formatMoney(page.minimum_minor) })}</span>
              }
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
              placeholder="25.00"
              defaultValue={amount}
              onInput={(event) => setAmount(event.currentTarget.value)}
              onBlur={() => setLeft(true)}
              error={how === "other" ? amountError : undefined}
            />
          </div>
          {how === "everything" && errorOf("amount") && <FieldError>{errorOf("amount")}</FieldError>}
        </fieldset>

        <fieldset className="form-section">
          <legend className="mb-4 font-[640]">{t("Where to")}</legend>
          <div className="grid [--gap:.625rem]">
            {(["paypal", "venmo", "gift_card"] as const).map((which) => (
              <RadioCard
                key={which}
                name="method"
                value={which}
                id={`to-${which === "gift_card" ? "card" : which}`}
                checked={method === which}
                onChange={() => setMethod(which)}
                end={<span className="nowrap">{by(which)}</span>}
              >
                <span className="store-cell">
                  <MethodTile method={which} />
                  <span>
                    <b>{which === "gift_card" ? t("Gift card") : which === "paypal" ? "PayPal" : "Venmo"}</b>
                    <small>{methodNote(which, page, t)}</small>
                  </span>
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
              error={method === "paypal" ? destinationError : undefined}
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
              error={method === "venmo" ? destinationError : undefined}
            />
          </div>
          <div className="hidden group-has-[#to-card:checked]/w:block">
            <CardChooser
              cards={page.gift_cards}
              chosen={card}
              onChoose={setCard}
              minor={asked.minor}
              available={BigInt(page.available_minor)}
              error={method === "gift_card" ? errorOf("product") : undefined}
            />
          </div>
        </fieldset>

        <fieldset className="form-section">
          <legend className="mb-4 font-[640]">{t("Confirm it's you")}</legend>
          <div className="sm:max-w-[20rem]">
            <ConfirmField
              label={t("Password")}
              hasPassword={hasPassword}
              {...(passwordError && { error: passwordError })}
            />
          </div>
        </fieldset>
      </div>
      <aside>
        <PayoutSlip
          page={page}
          minor={asked.minor}
          method={method}
          cardName={page.gift_cards.find((one) => one.product_id === card)?.name ?? null}
          busy={busy}
          problem={answered?.faults.find((fault) => !fault.field)?.text ?? null}
        />
      </aside>
    </Form>
  );
}

function methodNote(method: Method, page: WithdrawalPage, t: ReturnType<typeof useText>): string {
  if (method === "paypal") return page.email;
  if (method === "venmo") return t("By your account's phone number");
  return t("At face value, from {{count}} stores", { count: page.gift_cards.length });
}
