import { Select } from "#ui/select.tsx";
import { useText } from "#ui/text.tsx";

/** The country, as far as the offer asks: the one that it is open in, or another (`ZZ`). */
export function CountryField({ error }: { error: string | undefined }) {
  const t = useText();
  return (
    <Select
      label={t("Country you live in")}
      name="country"
      autoComplete="country"
      defaultValue=""
      error={error}
      options={[
        { value: "", text: t("Choose") },
        { value: "US", text: t("United States") },
        { value: "ZZ", text: t("Another country") },
      ]}
    />
  );
}
