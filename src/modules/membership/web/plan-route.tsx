/** `/{product}`: the membership's public page, a route of its own so that no store's page carries its script. */
import { pageContext } from "#services";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { type Benefits, CLAIM_TYPES } from "../../../../brands/benefits.ts";
import type { Route } from "./+types/plan-route";
import { type PlanExtra, type PlanRebate, PlanView, planWords } from "./plan-page.tsx";

export const handle = publicPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta(matches, (writer) => planWords(loaderData, writer))
    : [{ title: "Tuppence" }, { name: "robots", content: "noindex" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { brand } = context.get(pageContext);
  // Another partner's membership is no page here.
  if (url.pathname.slice(1) !== brand.product) throw new Response("There is no such page.", { status: 404 });
  const { plan, product, name, support_email, member_share_bps, plus_share_bps, offer, benefits } = brand;
  return {
    product,
    brand: name,
    email: support_email,
    standard: { trial_days: plan.trial_days, trial_minor: plan.trial_minor, monthly_minor: plan.monthly_minor },
    plus: plan.tiers.plus,
    standard_bps: member_share_bps,
    plus_bps: plus_share_bps,
    country: offer.countries[0] ?? "US",
    rebates: rebatesOf(benefits.claims),
    extras: extrasOf(benefits),
  };
}

/** What a membership of the main line pays back, in the order of the brand pack. */
function rebatesOf(claims: Benefits["claims"]): PlanRebate[] {
  return CLAIM_TYPES.flatMap((type) => {
    const terms = claims[type];
    if (!terms) return [];
    const { share_bps, month_minor, tiers, countries } = terms;
    const [standard, plus] = [tiers.includes("standard"), tiers.includes("plus")];
    return standard || plus
      ? [{ type, share_bps, month_minor, standard, plus, only_us: countries.join() === "US" }]
      : [];
  });
}

/** What its members get besides, each with its sum of a month. */
function extrasOf({ boosts, claims }: Benefits): PlanExtra[] {
  const of = (
    type: PlanExtra["type"],
    share_bps: number,
    terms: { month_minor: number; tiers: readonly string[] },
  ) => ({
    ...{ type, share_bps, month_minor: terms.month_minor },
    ...{ standard: terms.tiers.includes("standard"), plus: terms.tiers.includes("plus") },
  });
  const { smarttravel, tenpercent } = boosts;
  const drop = claims.orderprotection;
  return [
    ...(smarttravel ? [of("smarttravel", smarttravel.extra_bps, smarttravel)] : []),
    ...(tenpercent ? [of("tenpercent", tenpercent.extra_bps, tenpercent)] : []),
    ...(drop ? [of("orderprotection", drop.share_bps, drop)] : []),
  ];
}

export default function Plan({ loaderData }: Route.ComponentProps) {
  return (
    <Frame>
      <PlanView page={loaderData} />
    </Frame>
  );
}
