import type { MembershipPage } from "#membership";
import { formatMoney } from "#ui/money.tsx";
import { LeaderList } from "#ui/receipt.tsx";
import { useText } from "#ui/text.tsx";

/** Has it paid for itself: only what a membership alone brings is counted, honestly also when it is less than the price. */
export function Worth({ worth }: { worth: MembershipPage["worth"] }) {
  const t = useText();
  const ahead = BigInt(worth.benefits_minor) - BigInt(worth.cost_minor);
  return (
    <section>
      <h2 className="mb-4 text-2xl">{t("Has it paid for itself?")}</h2>
      <div className="card card-pad">
        <LeaderList
          lines={[
            { term: t("Rebates paid to you"), value: formatMoney(worth.benefits_minor), tone: "back" },
            { term: t("Membership paid by you"), value: formatMoney((-BigInt(worth.cost_minor)).toString()) },
            {
              term: ahead < 0n ? t("Not yet: still to earn back") : t("You are ahead by"),
              value: formatMoney((ahead < 0n ? -ahead : ahead).toString()),
              total: true,
              tone: ahead > 0n ? "back" : undefined,
            },
          ]}
        />
        <p className="small muted mt-4">
          {t("Cash back and coins are not counted here, not even what Plus adds to them.")}
        </p>
      </div>
    </section>
  );
}
