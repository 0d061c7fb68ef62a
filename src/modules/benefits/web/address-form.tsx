/** Where a member's packages go, asked as each country writes its addresses. */
import { type FormEvent, useState } from "react";
import { call } from "#client/call.ts";
import { showToast } from "#client/toasts.ts";
import { changeViewer } from "#client/viewer.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { Select } from "#ui/select.tsx";
import { useText } from "#ui/text.tsx";
import { emptyOf, useFormCall } from "#ui/use-form-call.ts";
import type { RebateAddress } from "../benefits.types.ts";

type Country = RebateAddress["country"];
const COUNTRIES: readonly { value: Country; text: string }[] = [
  { value: "US", text: "United States" },
  { value: "CA", text: "Canada" },
  { value: "GB", text: "United Kingdom" },
  { value: "AU", text: "Australia" },
  { value: "NZ", text: "New Zealand" },
];
/** How each country calls its parts; null where an address needs none. */
const PARTS: Readonly<Record<Country, { region: { label: string } | null; code: { label: string } }>> = {
  US: { region: { label: "State" }, code: { label: "ZIP code" } },
  CA: { region: { label: "Province" }, code: { label: "Postal code" } },
  GB: { region: null, code: { label: "Postcode" } },
  AU: { region: { label: "State or territory" }, code: { label: "Postcode" } },
  NZ: { region: null, code: { label: "Postcode" } },
};

/** Two-letter codes of states and provinces, where an address has one. */
export type Regions = Readonly<Record<Country, readonly string[]>>;

export function AddressForm({
  address,
  country: known,
  regions,
  onSaved,
}: {
  address: RebateAddress | null;
  country: string;
  regions: Regions;
  onSaved: () => void;
}) {
  const t = useText();
  const start: Country = address?.country ?? COUNTRIES.find(({ value }) => value === known)?.value ?? "US";
  const [country, setCountry] = useState<Country>(start);
  const { form, busy, failure, errorOf, send } = useFormCall();
  const { region, code } = PARTS[country];

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? "").trim();
    const faults = emptyOf(fields, {
      line1: t("Enter the street and number."),
      city: t("Enter the city."),
      region: t("Choose the state or province."),
      postal_code: t("Enter the postal code."),
    });
    const json = {
      line1: text("line1"),
      line2: text("line2"),
      city: text("city"),
      region: text("region"),
      postal_code: text("postal_code"),
      country,
    };
    const saved = await send(faults, () => call("/api/user/rebate-address", { json }));
    if (!saved) return;
    changeViewer({ rebate_address_updated: true });
    showToast("good", t("Address saved"));
    onSaved();
  }

  return (
    <form
      data-by-script=""
      ref={form}
      className="card card-pad mt-4 grid max-w-[40rem] [--gap:1rem]"
      onSubmit={save}
      noValidate
      method="post"
    >
      {failure && failure.field === null && (
        <Note kind="bad" live>
          {failure.text}
        </Note>
      )}
      <Select
        label={t("Country")}
        name="country"
        autoComplete="country"
        value={country}
        onChange={(event) => setCountry(event.target.value as Country)}
        options={COUNTRIES.map((one) => ({ value: one.value, text: t(one.text) }))}
      />
      <Field
        label={t("Street and number")}
        name="line1"
        autoComplete="address-line1"
        maxLength={120}
        defaultValue={address?.line1 ?? ""}
        {...errorOf("line1")}
      />
      <Field
        label={t("Apartment, unit")}
        name="line2"
        autoComplete="address-line2"
        maxLength={120}
        optional
        defaultValue={address?.line2 ?? ""}
        {...errorOf("line2")}
      />
      <Field
        label={t("City")}
        name="city"
        autoComplete="address-level2"
        maxLength={80}
        defaultValue={address?.city ?? ""}
        {...errorOf("city")}
      />
      <div className="two-way [--gap:1rem]">
        {region && (
          <Select
            label={t(region.label)}
            name="region"
            autoComplete="address-level1"
            defaultValue={address?.country === country ? address.region : ""}
            key={country}
            options={[
              { value: "", text: t("Choose") },
              ...regions[country].map((code) => ({ value: code, text: code })),
            ]}
            {...errorOf("region")}
          />
        )}
        <Field
          label={t(code.label)}
          name="postal_code"
          autoComplete="postal-code"
          maxLength={12}
          defaultValue={address?.postal_code ?? ""}
          {...errorOf("postal_code")}
        />
      </div>
      <div>
        <Button type="submit" busy={busy} busyText={t("Saving")}>
          {t("Save address")}
        </Button>
      </div>
    </form>
  );
}
