import { Form } from "react-router";
import type { MembershipView } from "#membership";
import { Button, ButtonLink } from "#ui/button.tsx";
import { DateText, useDateWords } from "#ui/date.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { LeaderList, Receipt } from "#ui/receipt.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { LeaveWhy } from "./leave-why.tsx";
import type { SlipFacts } from "./slip-facts.ts";

/** The receipt of a cancellation, dated. The same goes by mail. `facts` are of a member who is signed in. */
export function CancelSlip({
  membership,
  facts = null,
  path = "/account/subscription",
}: {
  membership: MembershipView;
  facts?: SlipFacts | null;
  /** The page of its line, where it can be taken up again. */
  path?: string;
}) {
  const t = useText();
  const ended = membership.state === "ended";
  const at = membership.history.findLast((event) => event.kind === "cancelled" || event.to === "ended")?.at;
  return (
    <>
      <h1>{ended ? t("Your membership has ended") : t("Your membership is canceled")}</h1>
      <p className="muted mt-1">
        {at && (
          <>
            {t("Done on")} <DateText value={at} style="datetime" /> ·{" "}
          </>
        )}
        {t("We have emailed you this slip.")}
      </p>
      <div className={facts ? "layout-2 mt-6" : "mt-6 max-w-[32rem]"}>
        <div>
          <Slip membership={membership} facts={facts} at={at} />
          {facts && (
            <Form method="post" action={path} className="mt-7 flex flex-wrap gap-3">
              <input type="hidden" name="membership_id" value={membership.membership_id} />
              {!ended && (
                <Button type="submit" name="intent" value="resume">
                  <Icon name="undo-2" size="sm" />
                  {t("Undo, keep my membership")}
                </Button>
              )}
              <ButtonLink look="quiet" href="/account/purchase-history">
                {t("Back to my passbook")}
              </ButtonLink>
            </Form>
          )}
        </div>
        {facts && (
          <aside>
            <LeaveWhy membershipId={membership.membership_id} path={path} told={facts.told} />
          </aside>
        )}
      </div>
    </>
  );
}

function Slip({
  membership,
  facts,
  at,
}: {
  membership: MembershipView;
  facts: SlipFacts | null;
  at: string | undefined;
}) {
  const t = useText();
  const dateWords = useDateWords();
  const until = membership.state === "ended" ? null : membership.ends_on;
  const { money, bonus_minor, refund_minor } = facts ?? {};
  const kept = money
    ? [
        { term: t("Available, still yours"), value: formatMoney(money.available_minor), tone: "back" as const },
        { term: t("Pending, still yours"), value: formatMoney(money.pending_minor), tone: "back" as const },
        { term: t("Coins, still yours"), value: formatCount(Number(money.coins)) },
        ...(bonus_minor
          ? [
              {
                term: t("Bonus, expires without a paid month"),
                value: formatMoney(bonus_minor),
                tone: "faint" as const,
              },
            ]
          : []),
      ]
    : [{ term: t("Your money and coins"), value: t("stay yours") }];
  return (
    <Receipt isPage>
      <div className="row between">
        <h2>{t("Cancellation slip")}</h2>
        <WordStamp tone="bad" big>
          {t("Canceled")}
        </WordStamp>
      </div>
      <div className="receipt-meta">
        <span>{membership.membership_id.slice(4, 12)}</span>
        <span>{at && <DateText value={at} style="slip" />}</span>
      </div>
      <LeaderList
        lines={[
          { term: t("Charged today"), value: formatMoney("0") },
          ...(refund_minor
            ? [{ term: t("Goes back to your card"), value: formatMoney(refund_minor), tone: "back" as const }]
            : []),
          { term: t("Further charges"), value: t("None") },
          { term: t("Benefits run until"), value: until ? dateWords(until) : t("today") },
          ...kept,
        ]}
      />
    </Receipt>
  );
}
