/** Another card in the old one's place. What is typed goes to the processor alone. */
import { lazy, Suspense, useRef, useState } from "react";
import { inDebug } from "#client/in-debug.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { useHydrated } from "#ui/date.tsx";
import { Note } from "#ui/note.tsx";
import type { CardHandle } from "#ui/payment/card-fields.tsx";
import type { ProcessorSettings } from "#ui/payment/processor.ts";
import { FormFailure } from "#ui/setting.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";

const CardFields = lazy(() => import("#ui/payment/card-fields.tsx"));

export type Started = { client_secret: string };

export function ChangeCard({
  settings,
  start,
  save: keepIt,
  keep,
}: {
  settings: ProcessorSettings;
  start: () => Promise<Started>;
  save: (setupId: string) => Promise<unknown>;
  /** Where somebody goes who changed their mind. */
  keep: string;
}) {
  const t = useText();
  const { busy, failure, run } = useCall();
  const card = useRef<CardHandle>(null);
  const alive = useHydrated();
  const [problem, setProblem] = useState("");
  const [confirming, setConfirming] = useState(false);
  const secret = () => start().then((answer) => answer.client_secret);
  async function save() {
    if (confirming) return;
    setProblem("");
    setConfirming(true);
    const confirmed = await card.current?.confirm();
    setConfirming(false);
    if (!confirmed) return;
    if (!confirmed.ok) {
      // What is wrong with a field stands beside it already.
      if (!confirmed.field) setProblem(confirmed.text);
      return;
    }
    if (await run(() => keepIt(confirmed.setup_id))) window.location.assign(inDebug("/msg/payment-updated"));
  }
  return (
    <section className="card card-pad">
      <h2 className="text-xl">{t("Change card")}</h2>
      <div className="mt-4 grid [--gap:1rem]">
        {problem ? (
          <Note kind="bad" live>
            {problem}
          </Note>
        ) : (
          <FormFailure failure={failure} fields={[]} />
        )}
        {/* The processor's fields are the browser's alone: the server writes an empty place of their height. */}
        {alive ? (
          <Suspense fallback={<CardPlace />}>
            <CardFields settings={settings} clientSecret={secret} ref={card} />
          </Suspense>
        ) : (
          <CardPlace />
        )}
        <div className="flex flex-wrap gap-3">
          <Button look="primary" busy={busy || confirming} busyText={t("Saving the card")} onClick={save}>
            {t("Save this card")}
          </Button>
          <ButtonLink look="quiet" href={keep}>
            {t("Keep the old one")}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

const CardPlace = () => <div className="min-h-[17rem]" aria-busy="true" />;
