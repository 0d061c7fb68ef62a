/** What an address says that just happened to a membership, and the words for one that goes on. */
import { DateText } from "#ui/date.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";

const NEWS = ["changed", "paying", "kept"] as const;
export type News = (typeof NEWS)[number];

/** `?kept=1` after a cancellation was undone, `?changed=1` and `?paying=1` after a change of plan. */
export const newsOf = (url: URL): News | null => NEWS.find((one) => url.searchParams.has(one)) ?? null;

export function MembershipKept({ next }: { next: { on: string; amount_minor: string } | null }) {
  const t = useText();
  return (
    <Note kind="good" live>
      {t("Your membership continues.")}{" "}
      {next && (
        <>
          {t("{{amount}} will be charged on", { amount: formatMoney(next.amount_minor) })} <DateText value={next.on} />.
        </>
      )}
    </Note>
  );
}
