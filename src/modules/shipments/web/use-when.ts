import { useDateWords } from "#ui/date.tsx";
import { useText } from "#ui/text.tsx";
import type { ParcelView } from "../shipments.types.ts";

export type Dated = Pick<ParcelView, "state" | "delivered_at" | "estimate" | "expected_by" | "last_heard_at">;

/** The one day that matters of a parcel, in words: when it came, comes, was promised, or was last heard of; empty where there is none. */
export function useWhen(): (parcel: Dated) => string {
  const t = useText();
  const dateWords = useDateWords();
  return ({ state, delivered_at, estimate, expected_by, last_heard_at }) => {
    if (delivered_at) return dateWords(delivered_at, "short");
    const due = estimate ?? expected_by;
    if ((state === "late" || state === "not_shipped") && expected_by)
      return t("Promised by {{date}}", { date: dateWords(expected_by, "short") });
    if (state === "stalled" && last_heard_at)
      return t("Last scan {{date}}", { date: dateWords(last_heard_at, "short") });
    return due ? t("By {{date}}", { date: dateWords(due, "short") }) : "";
  };
}
