/**
 * Apple Pay and Google Pay: the processor's own buttons, in its own frame. Nothing stands here where neither is there.
 * The price of today goes into the wallet's sheet, so that it is seen once more before the finger is laid on.
 */
import type {
  ClickResolveDetails,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementConfirmEvent,
} from "@stripe/stripe-js";
import { useEffect, useRef, useState } from "react";
import { useLanguage, useText } from "../text.tsx";
import { failureOf } from "../use-call.ts";
import { isDark } from "./card-look.ts";
import {
  type Confirmed,
  endOf,
  loadProcessor,
  type ProcessorSettings,
  readSecret,
  type SetupSecret,
} from "./processor.ts";

export type WalletOffer = {
  /** Charged today, in cents; 0 where a card is only put on file. */
  today_cents: number;
  /** "Tuppence membership": stands in the wallet's sheet and its list of what goes on. */
  description: string;
  /** Where the member ends it. */
  management_url: string;
  monthly?: { cents: number; label: string; from: Date };
  trial?: { cents: number; label: string };
};

type Props = {
  settings: ProcessorSettings;
  clientSecret: SetupSecret;
  offer: WalletOffer;
  /** Asked when a button is pressed; false (terms not accepted yet) opens no sheet. */
  allow?: () => boolean;
  onResult: (result: Confirmed, wallet: "apple_pay" | "google_pay") => void;
  onAvailable?: (available: boolean) => void;
};

function modeOf({ today_cents }: WalletOffer): StripeElementsOptionsMode {
  const common = { currency: "usd", allowedPaymentMethodTypes: ["card"] };
  return (
    today_cents > 0
      ? { ...common, mode: "subscription", amount: today_cents, setupFutureUsage: "off_session" }
      : { ...common, mode: "setup" }
  ) as StripeElementsOptionsMode;
}

function sheetOf({ description, management_url, monthly, trial, today_cents }: WalletOffer): ClickResolveDetails {
  const every = { recurringPaymentIntervalUnit: "month", recurringPaymentIntervalCount: 1 } as const;
  return {
    ...(today_cents > 0 ? { lineItems: [{ name: description, amount: today_cents }] } : {}),
    ...(monthly
      ? {
          applePay: {
            recurringPaymentRequest: {
              paymentDescription: description,
              managementURL: management_url,
              regularBilling: {
                amount: monthly.cents,
                label: monthly.label,
                recurringPaymentStartDate: monthly.from,
                ...every,
              },
              ...(trial ? { trialBilling: { amount: trial.cents, label: trial.label, ...every } } : {}),
            },
          },
        }
      : {}),
  } as ClickResolveDetails;
}

export default function WalletButtons(props: Props) {
  const t = useText();
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState<boolean | null>(null);
  const now = useRef({ ...props, t });
  now.current = { ...props, t };
  const { script_url, publishable_key } = props.settings;
  const { today_cents } = props.offer;

  // biome-ignore lint/correctness/useExhaustiveDependencies: everything else is read when a button is pressed.
  useEffect(() => {
    let gone = false;
    let element: StripeExpressCheckoutElement | null = null;
    const say = (is: boolean) => {
      if (gone) return;
      setAvailable(is);
      now.current.onAvailable?.(is);
    };
    (async () => {
      const stripe = await loadProcessor({ script_url, publishable_key }, language);
      if (gone || !place.current) return;
      const elements = stripe.elements({ ...modeOf(now.current.offer), locale: language });
      element = elements.create("expressCheckout", {
        buttonHeight: 52,
        buttonType: { applePay: "plain", googlePay: "plain" },
        buttonTheme: { applePay: isDark(place.current) ? "white" : "black", googlePay: "white" },
        layout: { maxColumns: 2, overflow: "never" },
        paymentMethods: { amazonPay: "never", link: "never", paypal: "never", klarna: "never" },
      });
      element.on("ready", ({ availablePaymentMethods: found }) => say(Boolean(found?.applePay || found?.googlePay)));
      element.on("loaderror", () => say(false));
      element.on("click", (event) => {
        if (now.current.allow && !now.current.allow()) event.reject();
        else event.resolve(sheetOf(now.current.offer));
      });
      element.on("confirm", async (event: StripeExpressCheckoutElementConfirmEvent) => {
        const { onResult, clientSecret } = now.current;
        const wallet = event.expressPaymentType === "apple_pay" ? "apple_pay" : "google_pay";
        const end = await confirm(clientSecret);
        if (!end.ok) event.paymentFailed({ reason: "fail" });
        onResult(end, wallet);
      });
      element.mount(place.current);

      async function confirm(secret: SetupSecret): Promise<Confirmed> {
        try {
          const ready = await elements.submit();
          if (ready.error) return { ok: false, text: ready.error.message ?? "" };
          const clientSecret = await readSecret(secret);
          const confirmParams = { return_url: window.location.href };
          const result = await stripe.confirmSetup({ elements, clientSecret, confirmParams, redirect: "if_required" });
          return await endOf(stripe, clientSecret, result, now.current.t);
        } catch (error) {
          return { ok: false, text: failureOf(error, now.current.t).text };
        }
      }
    })().catch(() => say(false));
    return () => {
      gone = true;
      element?.destroy();
    };
  }, [script_url, publishable_key, language, today_cents]);

  // Until it is known what is there, the place is kept; where nothing is there, it goes.
  return (
    <div hidden={available === false} aria-busy={available === null || undefined}>
      <div ref={place} data-wallets style={{ minHeight: "3.5rem" }} />
      <p className="or" style={{ marginBlock: "1.5rem" }}>
        {t("or pay by card")}
      </p>
    </div>
  );
}
