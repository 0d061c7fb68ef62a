/** What is wrong with a parcel, and what its member wants for it: two choices and a sentence. */
import { useState } from "react";
import { call } from "#client/call.ts";
import { inDebug } from "#client/in-debug.ts";
import { Button } from "#ui/button.tsx";
import { RadioCard } from "#ui/check.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextArea } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { Select } from "#ui/select.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import type { CaseKind } from "../case-rules.ts";
import type { ParcelView } from "../shipments.types.ts";
import { KINDS, PAID } from "./parcel-words.ts";

export function ReportDialog({ parcel, onClose }: { parcel: ParcelView; onClose(): void }) {
  const t = useText();
  const { busy, failure, run } = useCall();
  const [kind, setKind] = useState<CaseKind | null>(parcel.can_be[0] ?? null);
  return (
    <Dialog open onClose={onClose} title={t("What's wrong with it?")}>
      <form
        className="grid [--gap:1.125rem]"
        method="post"
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const paid = String(form.get("paid_with") ?? "");
          await run(async () => {
            const { case_id } = await call<{ case_id: string }>(`/api/user/parcels/${parcel.parcel_id}/case`, {
              json: {
                ...{ kind, demand: String(form.get("demand")), paid_with: paid === "" ? null : paid },
                words: String(form.get("words") ?? "").trim(),
              },
            });
            location.assign(inDebug(`/account/protection/shipping#${case_id}`));
          });
        }}
      >
        <fieldset className="grid [--gap:.5rem]">
          <legend className="sr">{t("What's wrong with it?")}</legend>
          {parcel.can_be.map((one) => (
            <RadioCard key={one} name="kind" value={one} checked={kind === one} onChange={() => setKind(one)}>
              <b>{t(KINDS[one].text)}</b>
              <span className="small muted block">{t(KINDS[one].hint)}</span>
            </RadioCard>
          ))}
        </fieldset>
        <Select
          label={t("What do you want?")}
          name="demand"
          options={[
            { value: "refund", text: t("My money back") },
            { value: "reship", text: t("The same item again") },
          ]}
        />
        <Select
          label={t("How did you pay?")}
          name="paid_with"
          hint={t("With a credit card, the bank may owe you too.")}
          options={[
            { value: "", text: t("I'll say later") },
            ...Object.entries(PAID).map(([value, paid]) => ({ value, text: t(paid.text) })),
          ]}
        />
        <TextArea
          label={t("Anything the store should know")}
          name="words"
          rows={3}
          maxLength={1_000}
          optional
          hint={t("It goes into the letter to the store.")}
        />
        {failure && (
          <Note kind="bad" live>
            {failure.text}
          </Note>
        )}
        <div>
          <Button type="submit" look="primary" busy={busy} busyText={t("Writing the letter")}>
            {t("Write the letter")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
