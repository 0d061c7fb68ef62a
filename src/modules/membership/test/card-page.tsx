/** A page with nothing but the card form and the wallets, for the browser test of both. */
import { useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { Button } from "#ui/button.tsx";
import CardFields, { type CardHandle } from "#ui/payment/card-fields.tsx";
import type { Confirmed } from "#ui/payment/processor.ts";
import WalletButtons from "#ui/payment/wallet-buttons.tsx";
import { loadTexts, needSpanish, startLanguage, TextProvider } from "#ui/text.tsx";
import "../../../ui/styles/app.css";

const query = new URLSearchParams(window.location.search);
const language = query.get("lang") === "es" ? "es" : "en";
const settings = { script_url: query.get("script") ?? "", publishable_key: "pk_test_sandbox" };
const offer = {
  today_cents: 100,
  description: "Tuppence membership",
  management_url: "https://tuppence.example/account/subscription",
};

let secret: Promise<string> | null = null;
const clientSecret = (): Promise<string> => {
  secret ??= fetch("/api/test/setup", { method: "POST" })
    .then((answer) => answer.json())
    .then((body: { client_secret: string }) => body.client_secret);
  return secret;
};

function CardPage() {
  const card = useRef<CardHandle>(null);
  const [result, setResult] = useState<Confirmed | null>(null);
  const [accepted, setAccepted] = useState(false);
  return (
    <main className="wrap section-tight">
      <h1>Payment</h1>
      <label>
        <input type="checkbox" onChange={(event) => setAccepted(event.target.checked)} /> Terms
      </label>
      <WalletButtons
        settings={settings}
        clientSecret={clientSecret}
        offer={offer}
        allow={() => accepted}
        onResult={setResult}
      />
      <CardFields settings={settings} clientSecret={clientSecret} ref={card} />
      <Button look="primary" onClick={async () => setResult((await card.current?.confirm()) ?? null)}>
        Pay
      </Button>
      <output>{result && JSON.stringify(result)}</output>
    </main>
  );
}

document.documentElement.lang = language;
if (query.get("mode")) document.documentElement.dataset.mode = query.get("mode") ?? "";
document.documentElement.dataset.theme = "theme1";
startLanguage(language);
needSpanish(() => [import("#ui/payment/es.json")]);
await loadTexts();
createRoot(document.getElementById("root") as HTMLElement).render(
  <TextProvider language={language}>
    <CardPage />
  </TextProvider>,
);
