import { data, useLocation } from "react-router";
import type { InvitedEntry, ReferralPage } from "#rewards";
import { pageContext, servicesContext } from "#services";
import { Balances } from "#ui/balances.tsx";
import { formatDate, useHydrated } from "#ui/date.tsx";
import { Empty, ErrorState } from "#ui/empty.tsx";
import { type Column, Ledger, StoreCell } from "#ui/ledger.tsx";
import { IconTile } from "#ui/merchant-tile.tsx";
import { formatMoney, formatShortMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Stamp, WordStamp } from "#ui/stamp.tsx";
import { type Language, type Translate, useLanguage, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { CODE_COOKIE, forgetCookieLine } from "../code-cookie.ts";
import type { Route } from "./+types/referrals";
import { OwnLink } from "./own-link.tsx";

const PATH = "/account/referrals";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Refer a friend"),
    description: t("Your link, who joined with it, and what it earned."),
    path: PATH,
    noindex: true,
  }));

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const { rewards } = context.get(servicesContext);
  const headers = new Headers();
  // Somebody who joined without script still carries the invitation that brought them.
  const code = new RegExp(`(?:^|; )${CODE_COOKIE}=([^;]+)`).exec(request.headers.get("cookie") ?? "")?.[1];
  if (code) {
    await rewards.joinReferral({ code, user_id: member.user_id, member_since: member.created_at });
    headers.append("set-cookie", forgetCookieLine(CODE_COOKIE, context.get(pageContext).publicUrl));
  }
  return data({ page: await rewards.referralPage(member.user_id) }, { headers });
}

export default function Referrals({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { page } = loaderData;
  return (
    <div data-referral-system="">
      <div className="page-head">
        <div>
          <h1>{t("Refer a friend")}</h1>
          <p>
            {t(
              "{{inviter}} for you and {{friend}} for your friend, when their first order of {{least}} or more is confirmed.",
              {
                inviter: formatShortMoney(page.terms.inviter_minor),
                friend: formatShortMoney(page.terms.friend_minor),
                least: formatShortMoney(page.terms.min_order_minor),
              },
            )}
          </p>
        </div>
      </div>
      <Own page={page} />
      <OwnLink link={page.link} code={page.code} qr={page.qr} />
      <h2 className="mt-10">{t("Who joined with your link")}</h2>
      <div className="mt-4">
        {page.invited.length === 0 ? (
          <Empty title={t("No one yet")} icon="users">
            {t("Send your link to someone who's new here. Each friend is listed here with the day the reward arrives.")}
          </Empty>
        ) : (
          <>
            <Sums page={page} />
            <div className="card mt-4">
              <Invited entries={page.invited} />
            </div>
          </>
        )}
      </div>
      <p className="small muted mt-6">
        {t(
          "For new members, one account per person, up to {{most}} rewarded friends a year. The store pays us, not your friend.",
          { most: page.terms.max_per_year },
        )}{" "}
        <a href="/refer">{t("How it works")}</a>
      </p>
    </div>
  );
}

/** The invitation by which the member came, and a credit that was claimed: both stand in the passbook too. */
function Own({ page }: { page: ReferralPage }) {
  const t = useText();
  const language = useLanguage();
  const day = useDay();
  const { own, credit } = page;
  if (!own && !credit) return null;
  return (
    <div className="mb-5 grid [--gap:.75rem]">
      {own && (
        <Note kind={own.state === "refused" || own.state === "reversed" ? "wait" : "good"} icon="users">
          <b>{t("Invited by {{name}}", { name: own.name })}.</b>{" "}
          {own.reason ? own.reason[language] : ownWords(own, own.min_order_minor, day, t)}
        </Note>
      )}
      {credit && (
        <Note kind="good" icon="gift">
          {t("Welcome credit of {{amount}}, added {{date}}.", {
            amount: formatMoney(credit.amount_minor),
            date: day(credit.at),
          })}
        </Note>
      )}
    </div>
  );
}

function ownWords(own: InvitedEntry, least: string, day: (at: string) => string, t: Translate): string {
  const amount = formatMoney(own.amount_minor);
  if (own.state === "earned") return t("{{amount}} is yours.", { amount });
  if (own.state === "pending")
    return t("{{amount}} is pending, expected {{date}}.", {
      amount,
      date: own.expected_at ? day(own.expected_at) : "",
    });
  if (own.state === "lapsed")
    return t("No order of {{least}} or more was made by {{date}}.", {
      least: formatShortMoney(least),
      date: day(own.until),
    });
  return t("{{amount}} comes with your first order of {{least}} or more, made by {{date}}.", {
    amount,
    least: formatShortMoney(least),
    date: day(own.until),
  });
}

function Sums({ page }: { page: ReferralPage }) {
  const t = useText();
  return (
    <div className="card overflow-hidden">
      <Balances
        items={[
          { label: t("Earned"), figure: formatMoney(page.sums.earned_minor), note: t("in your passbook") },
          { label: t("Pending"), figure: formatMoney(page.sums.pending_minor), note: t("until stores confirm") },
          { label: t("Friends"), figure: String(page.sums.friends) },
        ]}
      />
    </div>
  );
}

function useDay(): (at: string) => string {
  const language: Language = useLanguage();
  const local = useHydrated();
  return (at) => formatDate(at, language, "date", local);
}

function Invited({ entries }: { entries: readonly InvitedEntry[] }) {
  const t = useText();
  const language = useLanguage();
  const day = useDay();
  const columns: Column<InvitedEntry>[] = [
    {
      key: "name",
      head: t("Friend"),
      name: "c-store",
      cell: (entry) => (
        <StoreCell
          tile={<IconTile name="user" size={32} />}
          name={entry.name}
          note={entry.reason?.[language] ?? t("Joined {{date}}", { date: day(entry.joined_at) })}
        />
      ),
    },
    {
      key: "amount",
      head: t("Reward"),
      name: "c-back",
      end: true,
      margin: true,
      cell: (entry) => {
        const counts = entry.state !== "refused" && entry.state !== "reversed" && entry.state !== "lapsed";
        return (
          <span className={counts && entry.state !== "joined" ? "money money-back" : "money faint"}>
            {formatMoney(counts ? entry.amount_minor : "0")}
          </span>
        );
      },
    },
    { key: "state", head: t("Status"), name: "c-status", cell: (entry) => <StateStamp state={entry.state} /> },
    {
      key: "when",
      head: t("When"),
      name: "c-when",
      cell: (entry) => <span className="small faint">{whenWords(entry, day, t)}</span>,
    },
  ];
  return (
    <Ledger
      caption={t("Friends who joined with your link, newest first")}
      columns={columns}
      rows={entries}
      keyOf={(entry) => entry.id}
    />
  );
}

function StateStamp({ state }: { state: InvitedEntry["state"] }) {
  const t = useText();
  if (state === "pending") return <Stamp state="pending" />;
  if (state === "earned") return <Stamp state="confirmed" />;
  if (state === "reversed") return <Stamp state="reversed" />;
  if (state === "refused")
    return (
      <WordStamp tone="bad" icon="x">
        {t("Not paid")}
      </WordStamp>
    );
  return (
    <WordStamp tone={state === "joined" ? "info" : "wait"} icon={state === "joined" ? "user" : "clock"}>
      {state === "joined" ? t("Joined") : t("Time's up")}
    </WordStamp>
  );
}

function whenWords(entry: InvitedEntry, day: (at: string) => string, t: Translate): string {
  if (entry.amount_minor === "0" && entry.state !== "refused") return t("Over the yearly limit");
  if (entry.state === "joined") return t("First order by {{date}}", { date: day(entry.until) });
  if (entry.state === "pending" && entry.expected_at) return t("{{date}}, expected", { date: day(entry.expected_at) });
  if (entry.state === "earned" && entry.earned_at) return t("Added {{date}}", { date: day(entry.earned_at) });
  return "";
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
