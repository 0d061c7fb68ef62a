/** A booking typed from its confirmation, or corrected: what is needed to remind of it and to compare its price. */
import { useRef } from "react";
import { useRevalidator } from "react-router";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { FormFailure } from "#ui/setting.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { emptyOf, type Fault, useFormCall } from "#ui/use-form-call.ts";
import type { Board, Trip } from "../protection.types.ts";
import { minorOf } from "./amounts.ts";

/** Where people travel to from here, the likeliest of the world's countries. */
const COUNTRIES =
  "US MX CA PR DO CR PA CO PE CL AR BR EC GT HN SV NI CU JM BS BB AW ES FR IT PT GB IE DE NL BE CH AT GR HR TR CZ HU PL DK SE NO FI IS MA EG ZA KE AE IL IN TH VN ID MY SG PH JP KR CN TW HK AU NZ".split(
    " ",
  );
const CURRENCIES = "USD EUR MXN GBP CAD COP DOP BRL CHF AUD".split(" ");

export const BOARD_WORDS: Readonly<Record<Board, string>> = {
  none: "No meals",
  breakfast: "Breakfast",
  half: "Half board",
  full: "Full board",
  all: "All inclusive",
};
const FIELDS = [
  ...["name", "city", "country", "reservation_number", "begins", "ends", "what", "board", "adults"],
  ...["pick_up_code", "drop_off_place", "drop_off_code", "driver_age", "currency", "total_minor", "cancel_free_until"],
];

type Props = { kind: "stay" | "car"; today: string; trip?: Trip; open: boolean; onClose: () => void };
export function TripDialog(props: Props) {
  const t = useText();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.trip ? t("Correct the booking") : props.kind === "stay" ? t("Add a hotel") : t("Add a rental car")}
    >
      <TripForm {...props} />
    </Dialog>
  );
}

function useCountries() {
  const t = useText();
  const language = useLanguage();
  const names = new Intl.DisplayNames(language === "es" ? "es-US" : "en-US", { type: "region" });
  const named = COUNTRIES.map((value) => ({ value, text: names.of(value) ?? value }));
  return [
    { value: "", text: t("Choose the country") },
    ...named.toSorted((one, other) => one.text.localeCompare(other.text, language)),
  ];
}

type CarPlacesProps = { trip: Trip | undefined; errorOf: ReturnType<typeof useFormCall>["errorOf"] };
/** Where a car is handed over and given back: by an airport, or by a street and number. */
function CarPlaces({ trip, errorOf }: CarPlacesProps) {
  const t = useText();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t("Pick-up place")}
        name="city"
        defaultValue={trip?.city || trip?.place}
        maxLength={200}
        autoComplete="off"
        {...errorOf("city")}
      />
      <Field
        label={t("Its airport code")}
        name="pick_up_code"
        defaultValue={trip?.pick_up_code ?? undefined}
        maxLength={3}
        autoComplete="off"
        autoCapitalize="characters"
        hint={t(
          "Three letters, like DEN. Not at an airport? Leave it empty and write street, number and city as the place.",
        )}
        {...errorOf("pick_up_code")}
      />
      <Field
        label={t("Return place, if it is another")}
        name="drop_off_place"
        defaultValue={trip?.drop_off_place}
        maxLength={200}
        autoComplete="off"
        {...errorOf("drop_off_place")}
      />
      <Field
        label={t("Airport of the return")}
        name="drop_off_code"
        defaultValue={trip?.drop_off_code ?? undefined}
        maxLength={3}
        autoComplete="off"
        autoCapitalize="characters"
        {...errorOf("drop_off_code")}
      />
    </div>
  );
}

function TripForm({ kind, today, trip, onClose }: Props) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const { form, busy, failure, errorOf, send } = useFormCall();
  const countries = useCountries();
  const key = useRef<string | null>(null);
  const stay = kind === "stay";

  async function submit(fields: FormData) {
    const told = (name: string) => String(fields.get(name) ?? "").trim();
    const total = minorOf(told("total_minor"));
    const faults: Fault[] = [
      ...emptyOf(fields, {
        name: stay ? t("Enter the hotel's name.") : t("Enter the rental company."),
        reservation_number: t("Enter the reservation number, as your confirmation has it."),
        begins: t("Enter the first day."),
        ends: t("Enter the last day."),
      }),
      ...(total === null ? [{ field: "total_minor", text: t("Enter the total with taxes, like 412.50.") }] : []),
    ];
    key.current ??= crypto.randomUUID();
    const json = {
      ...{ request_key: key.current, kind, total_minor: (total ?? 0n).toString() },
      ...Object.fromEntries(FIELDS.filter((name) => name !== "total_minor").map((name) => [name, told(name)])),
      adults: Number(told("adults") || "1"),
    };
    const ok = await send(faults, async () => {
      await call(`/api/user/protection/trips${trip ? `/${trip.trip_id}` : ""}`, { json });
      await revalidate();
    });
    if (ok) onClose();
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
      <Field
        label={stay ? t("Hotel") : t("Rental company")}
        name="name"
        defaultValue={trip?.name}
        maxLength={200}
        autoComplete="off"
        {...(!stay && { hint: t("Who hands over the car, not the site on which you booked it.") })}
        {...errorOf("name")}
      />
      {!stay && <CarPlaces trip={trip} errorOf={errorOf} />}
      <div className="grid gap-4 sm:grid-cols-2">
        {stay && (
          <Field
            label={t("City")}
            name="city"
            defaultValue={trip?.city || trip?.place}
            maxLength={200}
            autoComplete="off"
            {...errorOf("city")}
          />
        )}
        <Select
          label={t("Country")}
          name="country"
          options={countries}
          defaultValue={trip?.country ?? ""}
          {...errorOf("country")}
        />
        {!stay && (
          <Field
            label={t("Driver's age")}
            name="driver_age"
            type="number"
            min={18}
            max={99}
            defaultValue={trip?.driver_age ?? undefined}
            hint={t("Some ages pay a fee. If you leave it empty, we compare for age 30.")}
            {...errorOf("driver_age")}
          />
        )}
      </div>
      {/* A time with its hour is too wide for half a line. */}
      <div className={stay ? "grid gap-4 sm:grid-cols-2" : "grid gap-4"}>
        <Field
          label={stay ? t("Check-in") : t("Pick-up")}
          name="begins"
          type={stay ? "date" : "datetime-local"}
          min={stay ? today : `${today}T00:00`}
          defaultValue={trip?.begins}
          {...errorOf("begins")}
        />
        <Field
          label={stay ? t("Check-out") : t("Return")}
          name="ends"
          type={stay ? "date" : "datetime-local"}
          min={stay ? today : `${today}T00:00`}
          defaultValue={trip?.ends}
          {...errorOf("ends")}
        />
      </div>
      <Field
        label={stay ? t("Kind of bed, as your confirmation puts it") : t("Class of car")}
        name="what"
        defaultValue={trip?.what}
        maxLength={200}
        autoComplete="off"
        {...(!stay && {
          hint: t(
            "As your confirmation says it, like Compact, Midsize SUV or its four letters (CCAR). Add manual if it is.",
          ),
        })}
        {...errorOf("what")}
      />
      {stay && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={t("Meals included")}
            name="board"
            defaultValue={trip?.board ?? ""}
            options={[
              { value: "", text: t("I don't know") },
              ...Object.entries(BOARD_WORDS).map(([value, text]) => ({ value, text: t(text) })),
            ]}
            {...errorOf("board")}
          />
          <Field
            label={t("Adults")}
            name="adults"
            type="number"
            min={1}
            max={30}
            defaultValue={trip?.people ?? 2}
            {...errorOf("adults")}
          />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("Total, taxes and fees included")}
          name="total_minor"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={trip ? (Number(trip.total_minor) / 100).toFixed(2) : undefined}
          {...errorOf("total_minor")}
        />
        <Select
          label={t("Currency")}
          name="currency"
          defaultValue={trip?.currency ?? "USD"}
          options={CURRENCIES.map((value) => ({ value, text: value }))}
          {...errorOf("currency")}
        />
      </div>
      <Field
        label={t("Reservation number")}
        name="reservation_number"
        defaultValue={trip?.reservation_number}
        maxLength={80}
        autoComplete="off"
        {...errorOf("reservation_number")}
      />
      <Field
        label={t("Free to cancel until")}
        name="cancel_free_until"
        type="datetime-local"
        defaultValue={trip?.cancel_free_until ?? undefined}
        hint={t("Local time there. Leave it empty if it can't be canceled for free.")}
        {...errorOf("cancel_free_until")}
      />
      <FormFailure failure={failure} fields={FIELDS} />
      <div>
        <Button type="submit" look="primary" busy={busy} busyText={t("Saving")}>
          {trip ? t("Save") : t("Add the booking")}
        </Button>
      </div>
    </form>
  );
}
