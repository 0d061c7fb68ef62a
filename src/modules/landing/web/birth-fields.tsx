/** The neutral question of age, for whoever must be old enough. */
import { FieldError } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { useText } from "#ui/text.tsx";

const MONTHS = [
  { month: "January" },
  { month: "February" },
  { month: "March" },
  { month: "April" },
  { month: "May" },
  { month: "June" },
  { month: "July" },
  { month: "August" },
  { month: "September" },
  { month: "October" },
  { month: "November" },
  { month: "December" },
] as const;

/** Month and year only, from this year down, nothing chosen before: the page does not say which answer is wanted. */
export function BirthFields({ year, error }: { year: number; error: string | undefined }) {
  const t = useText();
  const years = Array.from({ length: 121 }, (_, back) => String(year - back));
  return (
    <fieldset aria-describedby={error ? "birth-error" : undefined}>
      <legend className="mb-2 p-0 font-semibold">{t("When were you born?")}</legend>
      <div className="two-way">
        <Select
          label={t("Month")}
          name="month"
          autoComplete="bday-month"
          defaultValue=""
          aria-invalid={error ? true : undefined}
          options={[
            { value: "", text: t("Choose") },
            ...MONTHS.map((one, at) => ({ value: String(at + 1), text: t(one.month) })),
          ]}
        />
        <Select
          label={t("Year")}
          name="year"
          autoComplete="bday-year"
          defaultValue=""
          aria-invalid={error ? true : undefined}
          options={[{ value: "", text: t("Choose") }, ...years.map((one) => ({ value: one, text: one }))]}
        />
      </div>
      {error && (
        <div role="alert" className="mt-2">
          <FieldError id="birth-error">{error}</FieldError>
        </div>
      )}
      <p className="xs faint mt-2">{t("We check your birth date once and don't store it.")}</p>
    </fieldset>
  );
}
