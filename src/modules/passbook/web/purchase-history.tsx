import { useState } from "react";
import { useLocation } from "react-router";
import type { PassbookFilter, PassbookPage } from "#passbook";
import { servicesContext } from "#services";
import { ButtonLink } from "#ui/button.tsx";
import { Chip, ChipRow } from "#ui/chips.tsx";
import { ErrorState } from "#ui/empty.tsx";
import { Coin, Icon, Mark } from "#ui/icon.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Pager } from "#ui/pager.tsx";
import { Passbook } from "#ui/passbook.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/purchase-history";
import { OrderLedger, WIDE } from "./order-ledger.tsx";
import { PassbookBalances } from "./passbook-balances.tsx";
import { useSeenPassbook } from "./use-seen-passbook.ts";

const PATH = "/account/purchase-history";
const FILTERS: readonly { key: PassbookFilter; text: string }[] = [
  { key: "all", text: "All" },
  { key: "pending", text: "Pending" },
  { key: "confirmed", text: "Confirmed" },
  { key: "paid", text: "Paid out" },
  { key: "reversed", text: "Reversed" },
];

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Purchase history"),
    description: t("Every entry, with the day it reaches you. Open one to follow it."),
    path: PATH,
    noindex: true,
  }));

/** `?filter=`, `?page=`, `?open=` for a row that is open without script, `?again=csv` when the file asks for a sign-in. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const query = url.searchParams;
  const filter = FILTERS.find(({ key }) => key === query.get("filter"))?.key ?? "all";
  const page = Math.max(1, Number.parseInt(query.get("page") ?? "1", 10) || 1);
  const passbook = await context.get(servicesContext).passbook.page({ user_id: member.user_id, filter, page });
  return { passbook, name: member.name, open: query.get("open"), again: query.get("again") === "csv" };
}

function pathOf(filter: PassbookFilter, page = 1): string {
  const query = new URLSearchParams();
  if (filter !== "all") query.set("filter", filter);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `${PATH}?${query}` : PATH;
}

export default function PurchaseHistory({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { passbook, name } = loaderData;
  const [open, setOpen] = useState(loaderData.open);
  useSeenPassbook(passbook);
  const empty = passbook.counts.all === 0 && passbook.entries.length === 0;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t("Purchase history")}</h1>
          <p>{t("Every entry, with the day it reaches you. Open one to follow it.")}</p>
        </div>
        <ButtonLink href="/account/contact?about=missing-purchase">
          <Icon name="search" />
          {t("Report a missing purchase")}
        </ButtonLink>
      </div>
      <Owed owed={passbook.balances.owed_minor} />
      {loaderData.again && <SignInAgain />}
      <h2 className="sr">{t("Entries")}</h2>
      <Passbook
        cover={
          <>
            <Mark />
            <b>{name}</b>
          </>
        }
        number={t("Passbook {{number}}", { number: passbook.number })}
        balances={<PassbookBalances passbook={passbook} />}
        foot={
          passbook.pages === 1 ? undefined : (
            <Pager
              page={passbook.page}
              page_size={passbook.page_size}
              total={passbook.total}
              hrefOf={(page) => pathOf(passbook.filter, page)}
              newest
            />
          )
        }
      >
        {empty ? (
          <FirstEntry />
        ) : (
          <>
            <Filters passbook={passbook} />
            {passbook.entries.length === 0 ? (
              <NothingHere filter={passbook.filter} />
            ) : (
              <OrderLedger
                entries={passbook.entries}
                open={open}
                onToggle={setOpen}
                kept={{
                  ...(passbook.filter !== "all" && { filter: passbook.filter }),
                  ...(passbook.page > 1 && { page: String(passbook.page) }),
                }}
                foot={<Totals passbook={passbook} />}
              />
            )}
          </>
        )}
      </Passbook>
      {!empty && <SignedStatement />}
    </>
  );
}

/** The whole chain of the account as a file that proves itself, and what checks it. */
function SignedStatement() {
  const t = useText();
  return (
    <p className="small muted mt-5 max-w-[62ch]">
      {t("Every line of your account is chained to the one before it.")}{" "}
      {/* The answer names the file; while it asks for a sign-in it is a page. */}
      <a href="/api/user/statement.json">{t("Download your signed statement")}</a>{" "}
      {t("and check it yourself, without asking us:")}{" "}
      <a href={`/check-statement?lang=${useLanguage()}`} data-document="">
        {t("check a statement")}
      </a>
      .
    </p>
  );
}

function Filters({ passbook }: { passbook: PassbookPage }) {
  const t = useText();
  return (
    <div className="filters">
      <ChipRow label={t("Filter entries")}>
        {FILTERS.map(({ key, text }) => (
          <Chip key={key} href={pathOf(key)} pressed={key === passbook.filter} count={passbook.counts[key]}>
            {t(text)}
          </Chip>
        ))}
      </ChipRow>
      <ButtonLink
        look="quiet"
        size="sm"
        // The answer names the file; while it asks for a sign-in it is a page.
        href={`/api/user/orders.csv?filter=${passbook.filter}`}
      >
        <Icon name="download" />
        {t("Download CSV")}
      </ButtonLink>
    </div>
  );
}

function SignInAgain() {
  const t = useText();
  return (
    <Note kind="wait" live>
      {t("This file holds all your entries, so it can only be downloaded within ten minutes of a sign-in.")}{" "}
      <a href="/login?again=1" data-document="">
        {t("Sign in again")}
      </a>
    </Note>
  );
}

/** Over everything: what is pending and what can be withdrawn. Over a part: the sum of that part, on all its pages. */
function Totals({ passbook }: { passbook: PassbookPage }) {
  const t = useText();
  if (passbook.filter !== "all") {
    return (
      <tr>
        <td className={WIDE} />
        <td className="md:max-xl:pl-5">
          {passbook.filter === "paid"
            ? t("Paid out so far")
            : t("{{count}} entries in all", { count: passbook.counts[passbook.filter] })}
        </td>
        <td className={WIDE} />
        <td className={WIDE} />
        <td className="end margin money">
          <span className="sum">
            {formatMoney(passbook.filter === "paid" ? passbook.balances.paid_minor : passbook.totals.back_minor)}
          </span>
        </td>
        <td colSpan={3} />
      </tr>
    );
  }
  return (
    <>
      <tr>
        <td className={WIDE} />
        <td className="md:max-xl:pl-5">{t("Pending, {{count}} entries", { count: passbook.counts.pending })}</td>
        <td className={WIDE} />
        <td className={WIDE} />
        <td className="end margin money">{formatMoney(passbook.balances.pending_minor)}</td>
        <td colSpan={3} />
      </tr>
      {BigInt(passbook.balances.held_minor) > 0n && (
        <tr className="[&>td]:border-t-0!">
          <td className={WIDE} />
          <td className="md:max-xl:pl-5">{t("On its way to you")}</td>
          <td className={WIDE} />
          <td className={WIDE} />
          <td className="end margin money">{formatMoney(passbook.balances.held_minor)}</td>
          <td colSpan={3} />
        </tr>
      )}
      <tr className="[&>td]:border-t-0!">
        <td className={WIDE} />
        <td className="md:max-xl:pl-5">{t("Available to withdraw")}</td>
        <td className={WIDE} />
        <td className={WIDE} />
        <td className="end margin money">
          <span className="sum">{formatMoney(passbook.balances.available_minor)}</span>
        </td>
        <td colSpan={3} />
      </tr>
    </>
  );
}

function Owed({ owed }: { owed: string }) {
  const t = useText();
  if (BigInt(owed) <= 0n) return null;
  return (
    <div className="mb-5">
      <Note kind="wait">
        <b>{t("{{amount}} was taken back by a store after we had paid it out.", { amount: formatMoney(owed) })}</b>{" "}
        {t("Your next confirmed cash back covers this first. We never charge your card or bank account for it.")}
      </Note>
    </div>
  );
}

function FirstEntry() {
  const t = useText();
  return (
    <div className="empty">
      <Coin penny className="coin-48" />
      <h3 className="empty-title">{t("Your first entry will show up here")}</h3>
      <p className="small muted">
        {t("Start at a store's page here and shop as usual. Your purchase usually shows up here within 48 hours.")}
      </p>
      <ButtonLink look="primary" href="/stores">
        {t("Browse stores")}
      </ButtonLink>
    </div>
  );
}

const NOTHING: Readonly<Record<PassbookFilter, string>> = {
  all: "No entries on this page",
  pending: "Nothing is pending",
  confirmed: "Nothing confirmed yet",
  paid: "No payouts yet",
  reversed: "No store has declined or taken back a purchase",
};

function NothingHere({ filter }: { filter: PassbookFilter }) {
  const t = useText();
  return (
    <div className="empty">
      <h3 className="empty-title">{t(NOTHING[filter])}</h3>
      <a className="small" href={PATH}>
        {t("Show all entries")}
      </a>
    </div>
  );
}

export function ErrorBoundary() {
  const { pathname, search } = useLocation();
  return <ErrorState retryHref={pathname + search} />;
}
