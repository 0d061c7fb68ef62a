import { type Option, Select } from "#ui/select.tsx";
import { useText } from "#ui/text.tsx";
import { QueryForm } from "./query-form.tsx";

/** The order of a list, in its address; the first option is the usual one, and is left out there. */
export function SortBy({
  path,
  kept,
  sort,
  options,
}: {
  path: string;
  /** The list's filters, which stay. */
  kept: Record<string, string | undefined>;
  sort: string;
  options: readonly Option[];
}) {
  const t = useText();
  return (
    <QueryForm action={path} kept={kept} usual={{ sort: options[0]?.value ?? "" }}>
      <Select inline key={sort} label={t("Sort by")} name="sort" defaultValue={sort} options={options} />
    </QueryForm>
  );
}
