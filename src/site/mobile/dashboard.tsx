/** `/mobile/dashboard`: what a member has, what comes next and what is left, as the app shows it. */
import { useLocation } from "react-router";
import type { OrderEntry } from "#cashback";
import { servicesContext } from "#services";
import { ErrorState } from "#ui/empty.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { memberCard } from "../../modules/identity/web/member.ts";
import { requireMember } from "../member-guard.ts";
import type { Route } from "./+types/dashboard";
import { Actions } from "./actions.tsx";
import { Arriving } from "./arriving.tsx";
import { Cover } from "./cover.tsx";
import { MembershipPart } from "./membership-part.tsx";
import { NewestOrder } from "./newest-order.tsx";
import { RebatesLeft } from "./rebates-left.tsx";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({
  spanish: () => [
    import("./es.json"),
    import("../../modules/passbook/web/es.json"),
    import("../../modules/shipments/web/es.json"),
  ],
});

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Dashboard"),
    description: t("What you have, what comes next and what is left this month."),
    path: "/mobile/dashboard",
    noindex: true,
  }));

const MAX_ARRIVING = 3;

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const { passbook, benefits, membership, shipments } = context.get(servicesContext);
  const [book, page, own, packages] = await Promise.all([
    passbook.page({ user_id: member.user_id, filter: "all", page: 1 }),
    benefits.overview(member),
    membership.membershipPage(member.user_id),
    shipments.packages(member),
  ]);
  return {
    member: memberCard(member),
    balances: book.balances,
    newest: book.entries.find((entry): entry is OrderEntry => entry.type === "order") ?? null,
    month: page.month,
    left: page.benefits.flatMap(({ type, name, limit, closed }) =>
      limit && !closed ? [{ type, name, ...limit }] : [],
    ),
    arriving: packages.coming.slice(0, MAX_ARRIVING).map((parcel) => ({
      ...{ parcel_id: parcel.parcel_id, title: parcel.title, state: parcel.state },
      ...{ carrier: parcel.carrier, carrier_name: parcel.carrier_name },
      ...{ delivered_at: parcel.delivered_at, estimate: parcel.estimate, expected_by: parcel.expected_by },
      last_heard_at: parcel.last_heard_at,
    })),
    running: own.running,
    worth: own.worth,
  };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const t = useText();
  return (
    <>
      <h1 className="sr">{t("Dashboard")}</h1>
      <Cover member={loaderData.member} balances={loaderData.balances} />
      <div className="pb-spine" aria-hidden="true" />
      <NewestOrder order={loaderData.newest} />
      <Arriving parcels={loaderData.arriving} />
      <Actions />
      <RebatesLeft month={loaderData.month.from} left={loaderData.left} />
      <MembershipPart running={loaderData.running} worth={loaderData.worth} />
    </>
  );
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
