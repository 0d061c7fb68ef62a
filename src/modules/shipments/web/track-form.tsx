/** The tracking number, typed or pasted; the carrier is found by it. */
import { useId, useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Check } from "#ui/check.tsx";
import { FieldError } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";

export function TrackForm({ onAdded }: { onAdded(parcelId: string): void }) {
  const t = useText();
  const id = useId();
  const { revalidate } = useRevalidator();
  const { busy, failure, run, clear } = useCall();
  const [number, setNumber] = useState("");
  const [isReturn, setReturn] = useState(false);
  const [known, setKnown] = useState(false);
  return (
    <form
      data-by-script=""
      method="post"
      noValidate
      onSubmit={async (event) => {
        event.preventDefault();
        setKnown(false);
        const sent = await run(async () => {
          const answer = await call<{ parcel_id: string; known: boolean }>("/api/user/parcels", {
            json: { number, is_return: isReturn },
          });
          setKnown(answer.known);
          onAdded(answer.parcel_id);
        });
        if (!sent) return;
        setNumber("");
        setReturn(false);
        await revalidate();
      }}
    >
      <div className="row gap-2!">
        <div className="input-group flex-1">
          <Icon name="scan-barcode" />
          <input
            className="input"
            name="number"
            id={id}
            aria-label={t("Tracking number")}
            placeholder={t("Tracking number")}
            aria-invalid={failure ? true : undefined}
            aria-describedby={failure ? `${id}-error` : undefined}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={400}
            value={number}
            onChange={(event) => {
              setNumber(event.target.value);
              if (failure) clear();
            }}
          />
        </div>
        <Button type="submit" className="min-h-12" busy={busy} busyText={t("Looking")}>
          {t("Track")}
        </Button>
      </div>
      <div role="status">
        {failure && <FieldError id={`${id}-error`}>{failure.text}</FieldError>}
        {known && <p className="small muted mt-2">{t("You follow this one already.")}</p>}
      </div>
      {number.trim() !== "" && (
        <div className="mt-2">
          <Check checked={isReturn} onChange={(event) => setReturn(event.target.checked)}>
            {t("I'm sending this back to a store")}
          </Check>
        </div>
      )}
    </form>
  );
}
