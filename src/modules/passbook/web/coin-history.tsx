import { useLocation } from "react-router";
import type { CoinEntry } from "#passbook";
import { servicesContext } from "#services";
import { Balances } from "#ui/balances.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Empty, ErrorState } from "#ui/empty.tsx";
import { type Column, Ledger, StoreCell } from "#ui/ledger.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useEarnKinds } from "#ui/shell/places.ts";
import { Stamp, WordStamp } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/coin-history";
import { EntryTile } from "./entry-tile.tsx";
import { useDateWords } from "./passbook-words.ts";

const PATH = "/account/coin/history";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Coin history"),
    description: t("Every coin that came or went, with its reason."),
    path: PATH,
    noindex: true,
  }));

/** `?before=` the place where the page before ended. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const before = url.searchParams.get("before");
  return context.get(servicesContext).passbook.coins({ user_id: member.user_id, before });
}

const signed = (coins: string): string => {
  const count = BigInt(coins);
  return count > 0n ? `+${formatCount(count)}` : `−${formatCount(-count)}`;
};

export default function CoinHistoryPage({ loaderData: history }: Route.ComponentProps) {
  const t = useText();
  const held = BigInt(history.held);
  const owed = BigInt(history.owed);
  const earns = useEarnKinds().length > 0;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t("Coin history")}</h1>
          <p>{t("Every coin that came or went, with its reason.")}</p>
        </div>
        <div className="row">
          {/* Elsewhere the places for earning coins lead there. */}
          {!earns && <ButtonLink href="/offer/incompleteCoinOffers">{t("Offers you started")}</ButtonLink>}
          <ButtonLink look="primary" href="/account/withdrawal-coin">
            {t("Swap coins")}
          </ButtonLink>
        </div>
      </div>
      <div className="card mb-8 overflow-hidden">
        <Balances
          items={[
            {
              label: t("Coins"),
              coin: true,
              figure: formatCount(history.coins),
              note: t("Worth {{amount}}.", { amount: formatMoney(history.worth_minor) }),
            },
            {
              label: t("Pending"),
              figure: formatCount(history.pending),
              note: t("Until the offer's provider confirms them"),
            },
            owed > 0n
              ? {
                  label: t("Taken back"),
                  figure: formatCount(owed),
                  note: t("After you had used them; your next coins cover this first"),
                }
              : {
                  label: t("On their way"),
                  figure: formatCount(held),
                  note: t("Set aside for cards and cash you asked for"),
                },
          ]}
        />
      </div>
      {history.entries.length === 0 ? (
        <Empty
          title={history.first ? t("No coins yet") : t("That's all")}
          icon="coins"
          level={2}
          action={<ButtonLink href="/gift/redeem">{t("Redeem a gift code")}</ButtonLink>}
        >
          {earns
            ? t("Coins from offers, surveys and gift codes show up here.")
            : t("Coins you get, from a gift code for example, show up here.")}
        </Empty>
      ) : (
        <Entries entries={history.entries} />
      )}
      <nav className="pager mt-4" aria-label={t("Pages")}>
        <span />
        <span className="row [--gap:.5rem]">
          {!history.first && (
            <ButtonLink size="sm" href={PATH}>
              {t("Newest")}
            </ButtonLink>
          )}
          {history.next !== null && (
            <ButtonLink size="sm" href={`${PATH}?before=${history.next}`} rel="next">
              {t("Older")}
            </ButtonLink>
          )}
        </span>
      </nav>
    </>
  );
}

function Entries({ entries }: { entries: readonly CoinEntry[] }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const columns: Column<CoinEntry>[] = [
    {
      key: "what",
      head: t("What for"),
      name: "c-store",
      cell: (entry) => (
        <StoreCell
          tile={<EntryTile icon={entry.icon} />}
          name={entry.title[language]}
          note={
            <>
              <span className="md:hidden">{dateWords(entry.at, "short")} · </span>
              {entry.note[language]}
            </>
          }
        />
      ),
    },
    {
      key: "at",
      head: t("Date"),
      name: "only-desktop-td",
      cell: (entry) => <span className="faint nowrap">{dateWords(entry.at, "datetime")}</span>,
    },
    { key: "state", head: t("Status"), name: "only-desktop-td", cell: (entry) => <State entry={entry} /> },
    {
      key: "coins",
      head: t("Coins"),
      end: true,
      margin: true,
      cell: (entry) => (
        <span className="money nowrap">
          <b>{signed(entry.coins)}</b>
          {entry.state === "pending" && <span className="xs faint block md:hidden">{t("Pending")}</span>}
        </span>
      ),
    },
  ];
  return (
    <div className="card overflow-hidden">
      <Ledger
        caption={t("Coins, newest first")}
        columns={columns}
        rows={entries}
        keyOf={(entry) => entry.id}
        stacked={false}
      />
    </div>
  );
}

function State({ entry }: { entry: CoinEntry }) {
  const t = useText();
  if (entry.state === "gone")
    return (
      <WordStamp tone="info" icon="arrow-up">
        {t("Out")}
      </WordStamp>
    );
  return <Stamp state={entry.state} />;
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
