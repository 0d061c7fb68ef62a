import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joinsmarty } from "../../brands/joinsmarty.ts";
import { shipright } from "../../brands/shipright.ts";
import { tuppence } from "../../brands/tuppence.ts";
import { ATTRIBUTION_COOKIE_DAYS, PIXEL_CACHE_MINUTES } from "../../src/modules/attribution/messages.ts";
import { MAX_SHOWN } from "../../src/modules/benefits/partners.ts";
import { REDIRECT_NOTICE_MS } from "../../src/modules/cashback/messages.ts";
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
import routes from "../../src/routes.ts";
import {
  EXTENSION_DIALOG_MS,
  EXTENSION_DISMISS_DAYS,
  EXTENSION_PROMPT_WIDTH_PX,
} from "../../src/site/extension/prompt-rules.ts";
import { REDIRECTS } from "../../src/site/redirects.ts";
import { publicPage } from "../../src/ui/page.ts";
import { assertedIn } from "../support/asserted-texts.ts";
import { spanishFiles } from "../support/words.ts";
import { createWorld, type World } from "../support/world.ts";
import { sources, within } from "../tidy/files.ts";
import { PENDING_CALLS, PENDING_CONSTANTS, PENDING_TEXTS } from "./pending.ts";
import { CALLS, CONSTANTS, PATHS, TEXTS } from "./specification.ts";

type Flat = { path: string; file: string };
const flatten = (entries: readonly RouteConfigEntry[]): Flat[] =>
  entries.flatMap((entry) =>
    entry.children?.length ? flatten(entry.children) : [{ path: entry.path ?? "", file: entry.file }],
  );
const flat = flatten(routes as RouteConfigEntry[]);

const source = within("src")
  .map((file) => file.text)
  .join("\n");

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

describe("paths", () => {
  it("are all in routes.ts, in the order of the specification, and nothing else is", () => {
    // One charge of billing has a page below it, one search finds everything, our promises are told, a privacy request is confirmed and withdrawn, a mailbox's provider leads back, the console is the operators', and `{product}` is the brand packs' slug.
    const beside = [
      "__kit",
      "*",
      "account/billing/:number",
      "account/rebates/share",
      "ccpa-privacy-rights/verify",
      "ccpa-privacy-rights/withdraw",
      "order-protection-link/:provider",
      "promises",
      "search",
      "tuppence",
    ];
    const ours = flat
      .map((route) => route.path)
      .filter((path) => !beside.includes(path) && !/^console(\/|$)/.test(path));
    expect(ours.filter((path) => !PATHS.includes(path))).toEqual([]);
    expect(PATHS.filter((path) => !ours.includes(path))).toEqual([]);
  });

  it("that are old have a place they lead to", () => {
    const old = flat.filter((route) => route.file === "site/redirect.tsx").map((route) => route.path);
    expect(old.toSorted()).toEqual(Object.keys(REDIRECTS).toSorted());
  });
});

it("is whole: a list that is lost or shortened proves nothing", () => {
  const lengths = [PATHS, CALLS, TEXTS, Object.keys(CONSTANTS)].map((list) => list.length);
  expect(lengths).toEqual([154, 23, 22, 25]);
});

it("what is not built yet is printed", () => {
  console.info(
    `\npending of the specification: ${PENDING_CALLS.length} of ${CALLS.length} calls, ${PENDING_TEXTS.length} of ${TEXTS.length} texts, ${PENDING_CONSTANTS.length} of ${Object.keys(CONSTANTS).length} constants; all ${PATHS.length} paths are there`,
  );
});

describe("calls", () => {
  it.each(CALLS)("$method $path is there, or listed as pending", ({ method, path }) => {
    const built = world.app.hasRoute({ method, url: path });
    expect(built).toBe(!PENDING_CALLS.includes(`${method} ${path}`));
  });

  it("are described in the OpenAPI document, each with its reply", async () => {
    const response = await world.app.inject({ method: "GET", url: "/api/docs/openapi.json" });
    expect(response.statusCode).toBe(200);
    const described = response.json().paths as Record<string, Record<string, { responses?: object }>>;
    const missing = CALLS.filter(({ method, path }) => {
      if (PENDING_CALLS.includes(`${method} ${path}`)) return false;
      return !described[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]?.responses;
    });
    expect(missing).toEqual([]);
  });

  it("lists no pending call that the specification does not know", () => {
    expect(PENDING_CALLS.filter((call) => !CALLS.some(({ method, path }) => call === `${method} ${path}`))).toEqual([]);
  });
});

/** What stories, journeys and tests of modules assert: where a text is provoked, not where it stands. */
const asserted = new Set(
  sources
    .filter(({ path }) => /\.test\.tsx?$/.test(path) && !/^test\/(spec|tidy)\//.test(path))
    // Reading a syntax tree takes its time, and a file without any of the texts asserts none.
    .filter(({ text }) => TEXTS.some(({ en }) => text.includes(en)))
    .flatMap(({ path, text }) => assertedIn(path, text).map(({ value }) => value)),
);

describe("texts", () => {
  it.each(TEXTS)(
    "«$en» is asserted by a test that brings it about, with its Spanish, or listed as pending",
    ({ en, es }) => {
      const built = asserted.has(en) && (es === null || source.includes(es) || readSpanish().includes(es));
      expect(built).toBe(!PENDING_TEXTS.includes(en));
    },
  );
});

const readSpanish = (): string => spanishFiles.map(({ file }) => readFileSync(file, "utf8")).join("\n");

describe("constants", () => {
  const tokens = readFileSync("src/ui/styles/tokens.css", "utf8");
  const held: Partial<Record<keyof typeof CONSTANTS, number>> = {
    session_days: SESSION_DAYS,
    attribution_cookie_days: ATTRIBUTION_COOKIE_DAYS,
    pixel_cache_minutes: PIXEL_CACHE_MINUTES,
    password_characters: PASSWORD_MINIMUM,
    missing_translation_minutes: MARKER_SECONDS / 60,
    redirect_notice_ms: REDIRECT_NOTICE_MS,
    default_cache_minutes: publicPage().cache_seconds / 60,
    toast_ms: Number(/--tp-dur-toast: (\d+)ms/.exec(tokens)?.[1]),
    sign_out_message_ms: Number(/--tp-dur-signout: (\d+)ms/.exec(tokens)?.[1]),
    extension_dismiss_days: EXTENSION_DISMISS_DAYS,
    extension_dialog_ms: EXTENSION_DIALOG_MS,
    extension_prompt_width_px: EXTENSION_PROMPT_WIDTH_PX,
    first_order_claim_days: FIRST_ORDER_CLAIM_DAYS,
    shipping_rebate_month_minor: SHIPPING_REBATE_MONTH_MINOR,
    rideshare_rebate_month_minor: RIDESHARE_REBATE_MONTH_MINOR,
    benefit_images: MAX_SHOWN,
    original_item_days: ORIGINAL_ITEM_DAYS,
    survey_questions: SURVEY_QUESTIONS,
    minimum_age_years: MINIMUM_AGE_YEARS,
    success_coin_least_px: SUCCESS_COIN_MIN_PX,
    success_coin_most_px: SUCCESS_COIN_MAX_PX,
    success_coin_delay_most_ms: SUCCESS_COIN_MAX_DELAY_MS,
    hash_offset_px: Number(/--tp-anchor-offset: (\d+)px/.exec(tokens)?.[1]),
    category_cache_hours: Number(/CATEGORY_CACHE_HOURS = (\d+)/.exec(source)?.[1]),
    small_popup_characters: Number(/SMALL_POPUP_CHARACTERS = (\d+)/.exec(source)?.[1]),
  };
  it.each(Object.entries(CONSTANTS))("%s is %d, or listed as pending", (name, value) => {
    const ours = held[name as keyof typeof CONSTANTS];
    if (PENDING_CONSTANTS.includes(name)) expect(ours).toBeUndefined();
    else expect(ours).toBe(value);
  });

  it("of rebates are what every brand pays back", () => {
    for (const { benefits } of [tuppence, shipright, joinsmarty]) {
      expect(benefits.claims.shipping?.month_minor).toBe(SHIPPING_REBATE_MONTH_MINOR);
      expect(benefits.claims.rideshare?.month_minor).toBe(RIDESHARE_REBATE_MONTH_MINOR);
    }
  });
});
