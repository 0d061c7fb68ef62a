/** A drop that waits for its member: what it cost, what it costs, one press. */

import { useDateWords } from "#ui/date.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatMoney } from "#ui/money.tsx";
import { LeaderList } from "#ui/receipt.tsx";
import { useText } from "#ui/text.tsx";
import type { PricePage, PriceWatch } from "../protection.types.ts";
import { claimedOf, WatchActs } from "./watch-acts.tsx";

export function DropCard({ watch, page, more }: { watch: PriceWatch; page: PricePage; more: number }) {
  const t = useText();
  const dateWords = useDateWords();
  const pieces = BigInt(watch.pieces);
  const paid = BigInt(watch.paid_minor) * pieces;
  const drop = BigInt(watch.drop_minor ?? "0");
  const ours = watch.may.claim;
  return (
    <section className="card p-6" aria-labelledby="drop-head">
      <div className="flex items-center gap-4">
        <span
          className="grid size-10 place-items-center rounded-md bg-(--tp-primary-tint) text-(--tp-primary-text)"
          aria-hidden="true"
        >
          <Icon name="trending-down" />
        </span>
        <h2 id="drop-head" className="text-xl">
          {t("Price drop")}
        </h2>
      </div>
      <p className="mt-4">
        {t("{{item}}, bought {{date}} for {{paid}}, is {{now}} now at the same store.", {
          item: watch.item,
          date: dateWords(watch.bought_on),
          paid: formatMoney(paid),
          now: formatMoney(paid - drop),
        })}
      </p>
      <div className="mt-4">
        <LeaderList
          lines={[
            {
              ...{ term: ours ? t("You can claim") : t("You can ask for"), tone: "back", total: true },
              value: formatMoney(ours ? claimedOf(watch, page) : drop),
            },
          ]}
        />
      </div>
      <WatchActs watch={watch} page={page} block />
      <p className="small muted mt-3">
        {t("Claim by {{date}}", {
          date: dateWords(ours ? watch.house_until : (watch.store_until ?? watch.house_until)),
        })}
      </p>
      {more > 0 && (
        <p className="small mt-2">
          {t(more === 1 ? "1 more drop is next to it." : "{{n}} more drops are next to it.", { n: more })}
        </p>
      )}
    </section>
  );
}
