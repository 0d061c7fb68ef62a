/** Each constant of the specification is the product's, and shown by a named test at its edge (`shown-constants.ts`). */
import { describe, expect, it } from "vitest";
import { joinsmarty } from "../../brands/joinsmarty.ts";
import { shipright } from "../../brands/shipright.ts";
import { tuppence } from "../../brands/tuppence.ts";
import { ATTRIBUTION_COOKIE_DAYS, PIXEL_CACHE_MINUTES } from "../../src/modules/attribution/messages.ts";
import { MAX_SHOWN } from "../../src/modules/benefits/partners.ts";
import { REDIRECT_NOTICE_MS } from "../../src/modules/cashback/messages.ts";
import { CATEGORY_CACHE_HOURS } from "../../src/modules/catalog/cached-lists.ts";
import { ORIGINAL_ITEM_DAYS } from "../../src/modules/coins/messages.ts";
import { PASSWORD_MINIMUM, SESSION_DAYS } from "../../src/modules/identity/messages.ts";
import {
  FIRST_ORDER_CLAIM_DAYS,
  MINIMUM_AGE_YEARS,
  SUCCESS_COIN_MAX_DELAY_MS,
  SUCCESS_COIN_MAX_PX,
  SUCCESS_COIN_MIN_PX,
  SURVEY_QUESTIONS,
} from "../../src/modules/landing/messages.ts";
import { RIDESHARE_REBATE_MONTH_MINOR, SHIPPING_REBATE_MONTH_MINOR } from "../../src/modules/membership/messages.ts";
import { MARKER_SECONDS } from "../../src/modules/translation/translation.server.ts";
import {
  EXTENSION_DIALOG_MS,
  EXTENSION_DISMISS_DAYS,
  EXTENSION_PROMPT_WIDTH_PX,
} from "../../src/site/extension/prompt-rules.ts";
import { publicPage } from "../../src/ui/page.ts";
import { type RunningTest, runningTests } from "../support/asserted-texts.ts";
import { sources } from "../tidy/files.ts";
import { PENDING_CONSTANTS } from "./pending.ts";
import { SHOWN } from "./shown-constants.ts";
import { CONSTANTS } from "./specification.ts";

describe("constants", () => {
  /** Those that the product names. The others are told by their test alone. */
  const held: Partial<Record<keyof typeof CONSTANTS, number>> = {
    session_days: SESSION_DAYS,
    attribution_cookie_days: ATTRIBUTION_COOKIE_DAYS,
    pixel_cache_minutes: PIXEL_CACHE_MINUTES,
    password_characters: PASSWORD_MINIMUM,
    missing_translation_minutes: MARKER_SECONDS / 60,
    redirect_notice_ms: REDIRECT_NOTICE_MS,
    default_cache_minutes: publicPage().cache_seconds / 60,
    extension_dismiss_days: EXTENSION_DISMISS_DAYS,
    extension_dialog_ms: EXTENSION_DIALOG_MS,
    extension_prompt_width_px: EXTENSION_PROMPT_WIDTH_PX,
    first_order_claim_days: FIRST_ORDER_CLAIM_DAYS,
    shipping_rebate_month_minor: SHIPPING_REBATE_MONTH_MINOR,
    rideshare_rebate_month_minor: RIDESHARE_REBATE_MONTH_MINOR,
    benefit_images: MAX_SHOWN,
    original_item_days: ORIGINAL_ITEM_DAYS,
    category_cache_hours: CATEGORY_CACHE_HOURS,
    survey_questions: SURVEY_QUESTIONS,
    minimum_age_years: MINIMUM_AGE_YEARS,
    success_coin_least_px: SUCCESS_COIN_MIN_PX,
    success_coin_most_px: SUCCESS_COIN_MAX_PX,
    success_coin_delay_most_ms: SUCCESS_COIN_MAX_DELAY_MS,
  };
  it.each(Object.entries(held))("%s is what the product holds, or listed as pending", (name, ours) => {
    expect(ours).toBe(PENDING_CONSTANTS.includes(name) ? undefined : CONSTANTS[name as keyof typeof CONSTANTS]);
  });

  const read = new Map<string, readonly RunningTest[]>();
  const testsOf = (file: string) => {
    const known = read.get(file) ?? runningTests(file, sources.find(({ path }) => path === file)?.text ?? "");
    read.set(file, known);
    return known;
  };
  it.each(Object.entries(SHOWN))("%s is shown at its edge by a test that runs", (_, { file, test, edge }) => {
    const found = testsOf(file).filter(({ name }) => name === test);
    expect(found.map(({ name }) => name)).toEqual([test]);
    expect(found[0]?.assertions).toBeGreaterThan(0);
    expect(found[0]?.borrowed).toEqual([]);
    expect(edge.filter((figure) => !found[0]?.literals.has(figure))).toEqual([]);
  });

  it("of rebates are what every brand pays back", () => {
    for (const { benefits } of [tuppence, shipright, joinsmarty]) {
      expect(benefits.claims.shipping?.month_minor).toBe(SHIPPING_REBATE_MONTH_MINOR);
      expect(benefits.claims.rideshare?.month_minor).toBe(RIDESHARE_REBATE_MONTH_MINOR);
    }
  });
});
