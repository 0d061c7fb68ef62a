/** The bank asks the card's owner (3-D Secure); afterwards the page asks what became of the payment. */
import { useEffect, useState } from "react";
import { useSubmit } from "react-router";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import type { ProcessorSettings } from "#ui/payment/processor.ts";
import { useLanguage, useText } from "#ui/text.tsx";
import { failureOf } from "#ui/use-call.ts";
import type { Waiting } from "./act.ts";

export function ConfirmPayment({ pay, settings }: { pay: Waiting; settings: ProcessorSettings }) {
  const t = useText();
  const language = useLanguage();
  const submit = useSubmit();
  const [failure, setFailure] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for a payment, and again by its button.
  useEffect(() => {
    let left = false;
    setFailure(null);
    (async () => {
      const { loadProcessor } = await import("#ui/payment/processor.ts");
      const stripe = await loadProcessor(settings, language);
      await stripe.handleNextAction({ clientSecret: pay.client_secret });
      if (!left) await submit({ intent: "finish", charge_id: pay.charge_id }, { method: "post" });
    })().catch((error: unknown) => {
      if (!left) setFailure(failureOf(error, t).text);
    });
    return () => {
      left = true;
    };
  }, [pay.client_secret, round]);
  if (failure)
    return (
      <div className="grid justify-items-start [--gap:0.75rem]">
        <Note kind="bad" live>
          {failure} {t("Nothing was charged.")}
        </Note>
        <Button onClick={() => setRound(round + 1)}>{t("Try again")}</Button>
      </div>
    );
  return (
    <>
      <Note kind="wait" live>
        {t("Your bank is asking whether this payment is yours. You'll be charged once, after you confirm.")}
      </Note>
      <noscript>
        <p className="small mt-3">{t("Confirming with your bank requires JavaScript. You haven't been charged.")}</p>
      </noscript>
    </>
  );
}
