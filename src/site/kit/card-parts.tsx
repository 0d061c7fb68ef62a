import { useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import CardFields, { type CardHandle } from "#ui/payment/card-fields.tsx";
import type { Confirmed, ProcessorSettings } from "#ui/payment/processor.ts";
import WalletButtons from "#ui/payment/wallet-buttons.tsx";
import { Specimen } from "./specimen.tsx";

const OFFER = {
  today_cents: 100,
  description: "Tuppence membership",
  management_url: "https://tuppence.example/account/subscription",
};
/** The kit has no member to put a card on file for: a card that is filled in well ends as when our server is away. */
const noSetup = () => Promise.reject(new Error("The kit makes no setups."));

export function CardParts({ settings }: { settings: ProcessorSettings }) {
  const card = useRef<CardHandle>(null);
  const [result, setResult] = useState<Confirmed | null>(null);
  const [busy, setBusy] = useState(false);
  async function pay() {
    setBusy(true);
    setResult((await card.current?.confirm()) ?? null);
    setBusy(false);
  }
  return (
    <Specimen
      title="Card and wallets"
      note="The fields are the processor's own documents. Press the button with empty fields for the four messages. Wallets go where there are none."
    >
      <div>
        {result && !result.ok && !result.field && (
          <Note kind="bad" live>
            {result.text}
          </Note>
        )}
        <WalletButtons settings={settings} clientSecret={noSetup} offer={OFFER} onResult={setResult} />
        <CardFields settings={settings} clientSecret={noSetup} ref={card} />
        <Button look="primary" className="mt-5" busy={busy} busyText="Paying" onClick={pay}>
          Pay $1.00 and start
        </Button>
      </div>
    </Specimen>
  );
}
