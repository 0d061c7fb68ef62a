/** What each benefit is drawn with, and how its claim asks. Its name and what it is come from the server. */
import type { IconName } from "#ui/icon.tsx";
import type { BenefitType, ClaimType } from "../benefits.types.ts";

export const BENEFIT_ICONS: Readonly<Record<BenefitType, IconName>> = {
  shipping: "package",
  grocery: "shopping-basket",
  rideshare: "car",
  fooddelivery: "utensils",
  scooter: "bike",
  streaming: "tv",
  mobilephone: "smartphone",
  fuel: "fuel",
  truckrental: "truck",
  firstorder: "gift",
  earnCashBack: "hand-coins",
  doubleCoins: "coins",
  tenpercent: "badge-percent",
  seasonal: "calendar",
  smarttravel: "plane",
  orderprotection: "shield-check",
};

export const CLAIM_WORDS: Readonly<Record<ClaimType, { title: string; where: string; limit: string }>> = {
  shipping: {
    title: "Claim a shipping rebate",
    where: "Where did you shop?",
    limit: "Shipping limit, {{month}}",
  },
  grocery: {
    title: "Claim a grocery rebate",
    where: "Where did you shop?",
    limit: "Grocery limit, {{month}}",
  },
  rideshare: {
    title: "Claim a rideshare rebate",
    where: "Who did you ride with?",
    limit: "Rideshare limit, {{month}}",
  },
  fooddelivery: {
    title: "Claim a food delivery rebate",
    where: "Who delivered it?",
    limit: "Food delivery limit, {{month}}",
  },
  scooter: {
    title: "Claim a scooter rebate",
    where: "Who did you ride with?",
    limit: "Scooter limit, {{month}}",
  },
  streaming: {
    title: "Claim a streaming rebate",
    where: "Which service was it?",
    limit: "Streaming limit, {{month}}",
  },
  mobilephone: {
    title: "Claim a mobile phone rebate",
    where: "Which carrier was it?",
    limit: "Mobile phone limit, {{month}}",
  },
  fuel: { title: "Claim a fuel rebate", where: "Where did you fill up?", limit: "Fuel limit, {{month}}" },
  truckrental: {
    title: "Claim a moving-truck rebate",
    where: "Who did you rent from?",
    limit: "Truck rental limit, {{month}}",
  },
};

export const isClaimed = (type: BenefitType): type is ClaimType => Object.hasOwn(CLAIM_WORDS, type);
