/**
 * Which test shows each constant by what happens at its edge: its file, its name, and figures of the edge that must stand in it.
 * `constants.test.ts` reads these tests: they exist, run, assert, and borrow no constant of the product.
 */
import type { CONSTANTS } from "./specification.ts";

type Shown = { file: string; test: string; edge: readonly (string | number)[] };

const shown = (file: string, test: string, ...edge: (string | number)[]): Shown => ({ file, test, edge });

export const SHOWN: Readonly<Record<keyof typeof CONSTANTS, Shown>> = {
  attribution_cookie_days: shown(
    "src/modules/attribution/test/rules.test.ts",
    "ends after 25 days to the millisecond",
    ...[25, 86_400_000, 1],
  ),
  session_days: shown(
    "test/scenarios/attacks-old-sessions.test.ts",
    "a session ends with the second in which its 365 days are over, in every tab and however it was renewed",
    ...[364, 23, 59, 58, 2],
  ),
  extension_dismiss_days: shown(
    "test/e2e/extension-prompts.test.ts",
    "asks beside the page first, in a window at the next visit, and then never again",
    7,
  ),
  category_cache_hours: shown(
    "src/modules/catalog/test/kept-categories.test.ts",
    "categories of %s are read again after 24 hours, and not a millisecond sooner",
    ...[86_400_000, 1],
  ),
  pixel_cache_minutes: shown(
    "test/scenarios/pixels.test.ts",
    "of a registration may be kept for 7 days, and end with them",
    ...[7, 1],
  ),
  default_cache_minutes: shown(
    "src/client/viewer.test.ts",
    "are fresh for five minutes from their first page, however far they are read meanwhile",
    ...[299_999, 1],
  ),
  missing_translation_minutes: shown(
    "test/scenarios/missing-translations.test.ts",
    "a text that is told again within its minute is not counted, and is when the minute is over",
    ...[59, 1],
  ),
  original_item_days: shown(
    "src/modules/coins/test/note-survey.test.ts",
    "keeps for 30 days which survey somebody went for, as it is declared",
    30,
  ),
  shipping_rebate_month_minor: shown(
    "test/scenarios/rebates-calendar.test.ts",
    "a month of %s holds what the specification says, to the cent",
    ...["shipping", 10_000],
  ),
  rideshare_rebate_month_minor: shown(
    "test/scenarios/rebates-calendar.test.ts",
    "a month of %s holds what the specification says, to the cent",
    ...["rideshare", 1_000],
  ),
  first_order_claim_days: shown(
    "test/scenarios/first-order.test.ts",
    "is claimed on the last second of the 30th day, and no more a second later",
    ...[30, 86_400_000, 2],
  ),
  survey_questions: shown(
    "src/modules/landing/test/step-question.test.tsx",
    "counts three questions, and leads on behind the third",
    ...["Question 2 of 3", "Question 3 of 3"],
  ),
  minimum_age_years: shown(
    "src/modules/landing/test/rules.test.ts",
    "born in %s/%s: adult is %s",
    ...["2", "3", "2009"],
  ),
  benefit_images: shown(
    "test/scenarios/rebates-calendar.test.ts",
    "a benefit is shown with four pictures of partners where it has more",
    4,
  ),
  success_coin_least_px: shown(
    "src/modules/landing/test/coin-fall.test.tsx",
    "are 50 to 140 px wide, and both occur",
    50,
  ),
  success_coin_most_px: shown(
    "src/modules/landing/test/coin-fall.test.tsx",
    "are 50 to 140 px wide, and both occur",
    140,
  ),
  success_coin_delay_most_ms: shown(
    "src/modules/landing/test/coin-fall.test.tsx",
    "come late by chance, from at once to the limit and never beyond",
    ...[0, 5_000],
  ),
  toast_ms: shown(
    "src/client/toasts.test.ts",
    "takes a success away after two seconds to the millisecond, and leaves an error",
    ...[1_999, 1],
  ),
  sign_out_message_ms: shown(
    "src/modules/identity/test/logout.test.tsx",
    "says that somebody is signed out for two seconds to the millisecond, and then leads on",
    ...[1_999, 1],
  ),
  redirect_notice_ms: shown(
    "src/modules/cashback/test/redirecting.test.tsx",
    "leads on after a second to the millisecond",
    ...[999, 1],
  ),
  extension_dialog_ms: shown(
    "src/site/extension/extension-prompt.test.tsx",
    "says for a second and a half that the extension is there already, to the millisecond",
    ...[1_499, 1],
  ),
  extension_prompt_width_px: shown(
    "src/site/extension/prompt-rules.test.ts",
    "come to wide windows of Chrome and Firefox alone, with the cookie %s",
    ...[1_000, 1_001],
  ),
  small_popup_characters: shown(
    "src/ui/dialog.test.tsx",
    "is a smaller window from the first character beyond 300",
    ...[300, 301],
  ),
  hash_offset_px: shown(
    "test/e2e/guards.test.ts",
    "scrolls to the top, and to a hash with ten pixels above it",
    "10px",
  ),
  password_characters: shown(
    "src/modules/identity/test/identity.test.ts",
    "take a password of eight characters and none of seven, characters of two units counted once",
    ...["k3!xQz9", "k3!xQz9w"],
  ),
};
