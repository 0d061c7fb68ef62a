/** What a member can do with a booking now: go and book the lower price, say that they did, cancel the old one, correct, stop. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "#client/call.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { FormFailure } from "#ui/setting.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import { emptyOf, useFormCall } from "#ui/use-form-call.ts";
import type { Trip, TripsPage } from "../protection.types.ts";
import { minorOf } from "./amounts.ts";
import { TripDialog } from "./trip-form.tsx";

export function TripActs({ trip, kind, page }: { trip: Trip; kind: "stay" | "car"; page: TripsPage }) {
  const t = useText();
  const { today, provider } = page;
  const { revalidate } = useRevalidator();
  const { busy, failure, run } = useCall();
  const [open, setOpen] = useState<"correct" | "rebooked" | null>(null);
  const { may, offer } = trip;
  const act = (verb: string) =>
    run(async () => {
      await call(`/api/user/protection/trips/${trip.trip_id}/${verb}`, { json: {} });
      await revalidate();
    });
  const close = () => setOpen(null);
  return (
    <div className="mt-4 grid [--gap:.75rem]">
      <div className="flex flex-wrap gap-2">
        {offer?.url && (
          <ButtonLink look="primary" href={offer.url} target="_blank" rel="noopener noreferrer sponsored">
            {t("See it at {{provider}}", { provider: provider ?? "" })}
            <Icon name="external-link" size="sm" />
          </ButtonLink>
        )}
        {may.rebook && <Button onClick={() => setOpen("rebooked")}>{t("I booked it for less")}</Button>}
        {may.cancel && (
          <Button look="primary" busy={busy} busyText={t("Saving")} onClick={() => void act("canceled")}>
            {t("I canceled the old one")}
          </Button>
        )}
        <span className="flex gap-2">
          {may.correct && (
            <Button look="quiet" size="sm" onClick={() => setOpen("correct")}>
              {t("Correct")}
            </Button>
          )}
          {may.withdraw && (
            <Button look="quiet" size="sm" disabled={busy} onClick={() => void act("withdraw")}>
              {t("Remove")}
            </Button>
          )}
        </span>
      </div>
      <FormFailure failure={failure} fields={[]} />
      {may.correct && <TripDialog kind={kind} today={today} trip={trip} open={open === "correct"} onClose={close} />}
      <Dialog open={open === "rebooked"} onClose={close} title={t("I booked it for less")}>
        <Rebooked trip={trip} onDone={close} />
      </Dialog>
    </div>
  );
}

function Rebooked({ trip, onDone }: { trip: Trip; onDone: () => void }) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const { form, busy, failure, errorOf, send } = useFormCall();
  async function submit(fields: FormData) {
    const total = minorOf(String(fields.get("total_minor") ?? ""));
    const faults = [
      ...emptyOf(fields, { reservation_number: t("Enter the new booking's number.") }),
      ...(total === null ? [{ field: "total_minor", text: t("Enter the total with taxes, like 412.50.") }] : []),
    ];
    const ok = await send(faults, async () => {
      await call(`/api/user/protection/trips/${trip.trip_id}/rebooked`, {
        json: {
          reservation_number: String(fields.get("reservation_number") ?? ""),
          total_minor: (total ?? 0n).toString(),
        },
      });
      await revalidate();
    });
    if (ok) onDone();
  }
  return (
    <form
      data-by-script=""
      ref={form}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      <p>{t("We keep its number, and remind you to cancel the old one until you say that you did.")}</p>
      <Field
        label={t("Number of the new booking")}
        name="reservation_number"
        maxLength={80}
        autoComplete="off"
        {...errorOf("reservation_number")}
      />
      <Field
        label={t("New total, in {{currency}}", { currency: trip.currency })}
        name="total_minor"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={trip.offer ? (Number(trip.offer.total_minor) / 100).toFixed(2) : undefined}
        {...errorOf("total_minor")}
      />
      <FormFailure failure={failure} fields={["reservation_number", "total_minor"]} />
      <div>
        <Button type="submit" look="primary" busy={busy} busyText={t("Saving")}>
          {t("Save")}
        </Button>
      </div>
    </form>
  );
}
