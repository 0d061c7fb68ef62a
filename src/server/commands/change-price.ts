/**
 * `change-price`: a new monthly price for members of a plan. Without `--yes` it only says whom it would concern and from
 * when. New sign-ups follow the brand pack, not this command.
 */
import { parseArgs } from "node:util";
import { TIERS, type Tier } from "#membership";
import { showUsd } from "#platform/money";
import { withServices } from "./with-services.ts";

const USE = "change-price --partner tuppence --tier standard --monthly 12.99 [--yes]";

type Asked = { input: { partner: string; tier: Tier; monthly_minor: bigint }; yes: boolean } | { fault: string };

export function readPriceChange(args: readonly string[], partners: readonly string[]): Asked {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      partner: { type: "string" },
      tier: { type: "string" },
      monthly: { type: "string" },
      yes: { type: "boolean" },
    },
  });
  const unknown = Object.keys(values).find((name) => !["partner", "tier", "monthly", "yes"].includes(name));
  if (unknown) return { fault: `There is no --${unknown}.` };
  const partner = partners.find((name) => name === values.partner);
  if (!partner) return { fault: `--partner is one of: ${partners.join(", ")}.` };
  const tier = TIERS.find((name) => name === values.tier);
  if (!tier) return { fault: `--tier is one of: ${TIERS.join(", ")}.` };
  const amount = /^(\d{1,5})\.(\d{2})$/.exec(String(values.monthly ?? ""));
  const monthly_minor = amount ? BigInt(`${amount[1]}${amount[2]}`) : 0n;
  if (monthly_minor <= 0n) return { fault: "--monthly is dollars and cents, such as 12.99." };
  return { input: { partner, tier, monthly_minor }, yes: values.yes === true };
}

export async function run(args: string[]) {
  await withServices(async ({ membership, partners }) => {
    const names = partners.all().map((brand) => brand.partner_name);
    const asked = readPriceChange(args, names);
    if ("fault" in asked) {
      console.error(`${asked.fault} Use: ${USE}`);
      process.exitCode = 2;
      return;
    }
    const { input, yes } = asked;
    const plan = await membership.planPrice(input);
    const price = showUsd(input.monthly_minor);
    if (plan.memberships === 0) {
      console.log(`No membership of ${input.partner} (${input.tier}) has, or is to have, another price than ${price}.`);
      return;
    }
    console.log(
      `${plan.memberships} memberships of ${input.partner} (${input.tier}) would cost ${price} a month: the first charge at it on ${plan.earliest}, the last of the first charges on ${plan.latest}. Each member is told 7 to 30 days before, with a link that cancels.`,
    );
    if (!yes) {
      console.log("Nothing was changed. Say --yes to do it.");
      return;
    }
    console.log(`${await membership.changePrice(input)} memberships were changed.`);
  });
}
