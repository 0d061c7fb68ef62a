/**
 * The bank asks the card's owner (3-D Secure). Afterwards the page is opened anew, and the server says what became of the
 * payment: nothing depends on what this browser believes.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { loadProcessor, type ProcessorSettings } from "#ui/payment/processor.ts";
import { useLanguage, useText } from "#ui/text.tsx";
import { failureOf } from "#ui/use-call.ts";

export default function ConfirmBank({
  settings,
  clientSecret,
  children,
}: {
  settings: ProcessorSettings;
  clientSecret: string;
  /** The no beside it. */
  children: ReactNode;
}) {
  const t = useText();
  const language = useLanguage();
  const asked = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function ask() {
    if (asked.current) return;
    asked.current = true;
    setFailure(null);
    try {
      const stripe = await loadProcessor(settings, language);
      const { paymentIntent } = await stripe.handleNextAction({ clientSecret });
      // Still waiting: the bank's window was closed without an answer, so that it is asked again by a press alone.
      if (paymentIntent?.status === "requires_action") throw new Error("The bank's window was closed.");
      window.location.reload();
    } catch (error) {
      asked.current = false;
      setFailure(
        error instanceof Error && error.message === "The bank's window was closed."
          ? t("Your bank has not confirmed the payment yet. Nothing was charged.")
          : failureOf(error, t).text,
      );
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once by itself for each payment.
  useEffect(() => void ask(), [clientSecret]);

  return (
    <div className="mt-6 grid [--gap:.75rem]">
      <Note kind={failure ? "bad" : "wait"} live>
        {failure ?? t("Your bank is asking whether this payment is yours. You'll be charged once, after you confirm.")}
      </Note>
      <div className="two-way">
        <Button look="primary" size="lg" block onClick={() => void ask()}>
          {t("Confirm with your bank")}
        </Button>
        {children}
      </div>
    </div>
  );
}
