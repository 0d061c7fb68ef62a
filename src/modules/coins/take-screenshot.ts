/**
 * A picture that goes along with the question about a missing step. What was sent is not kept: it is opened apart from the server and drawn
 * anew, so that neither a program nor the place where it was taken is in it. It is shown by addresses that are signed for it alone.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { addDays, type Clock } from "#platform/clock";
import { newId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { createSeal } from "#platform/seal";
import type { CoinsContext } from "./context.ts";
import { coinClaimId } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import { type CoinRefusal, MAX_SCREENSHOT_BYTES } from "./messages.ts";
import { insertScreenshot, readScreenshot } from "./screenshot-store.ts";

/** All of them together, and one member's, so that none fills what is everybody's; beyond it the question is asked without one. */
const SPACE_BYTES = { all: 512 * 1_048_576, member: 32 * 1_048_576 };
/** Each holds its bytes in this process until it is stored. One member sends one at a time: whoever sends slowly is in nobody's way. */
const MAX_AT_ONCE = 4;
/** A provider's support reads its mails by then, and the picture is gone before. */
const LINK_DAYS = 180;

/** Draws a picture of anybody anew, apart from the server; null for what is none. */
export type Redraw = (bytes: Buffer) => Promise<Buffer | null>;

export type GivenScreenshot = {
  user_id: string;
  /** Reads what was sent, at most 10 MB of it; null when it is larger. */
  read: () => Promise<Buffer | null>;
};

const sealOf = (context: Pick<CoinsContext, "secret">) => createSeal(`coin-screenshots:${context.secret}`);

export function createScreenshotTaker(context: CoinsContext, redraw: () => Redraw) {
  const taking = new Set<string>();
  async function store(given: GivenScreenshot): Promise<Outcome<string, CoinRefusal>> {
    const bytes = await given.read();
    if (!bytes || bytes.length > MAX_SCREENSHOT_BYTES) return refused("screenshot_large");
    const picture = await redraw()(bytes);
    if (!picture) return refused("screenshot_invalid");
    const screenshot_id = newId("screenshot");
    const sealed = sealOf(context).closeBytes(picture);
    const row = { screenshot_id, user_id: given.user_id, sealed, made_at: context.clock.now() };
    if (await context.database.transaction((tx) => insertScreenshot(tx, row, SPACE_BYTES))) return done(screenshot_id);
    context.log.warn({}, "a screenshot found no space");
    return refused("screenshots_full");
  }
  return async (given: GivenScreenshot): Promise<Outcome<string, CoinRefusal>> => {
    if (await context.limits.take(LIMITS.screenshot, given.user_id)) return refused("too_many_claims");
    if (taking.size >= MAX_AT_ONCE || taking.has(given.user_id)) return refused("screenshots_full");
    taking.add(given.user_id);
    try {
      return await store(given);
    } finally {
      taking.delete(given.user_id);
    }
  };
}

export type ScreenshotKey = { claim_id: string; until: number; key: string };

/** The picture of a claim, and the addresses by which operators and the provider that is asked open it. */
export function createScreenshotLinks(
  context: Pick<CoinsContext, "secret" | "database" | "settings"> & { clock: Clock },
) {
  const sign = ({ claim_id, until }: Omit<ScreenshotKey, "key">): string =>
    createHmac("sha256", `coin-screenshot:${context.secret}`).update(`${claim_id}:${until}`).digest("base64url");
  return {
    hrefOf(claim_id: string): string {
      const until = addDays(context.clock.now(), LINK_DAYS).getTime();
      const query = new URLSearchParams({ until: String(until), key: sign({ claim_id, until }) });
      return `${context.settings.PUBLIC_URL}/api/coin-claims/${coinClaimId.show(claim_id)}/picture?${query}`;
    },
    /** Null for an address that is not ours or too old, and when the picture is gone. */
    async open({ key, ...of }: ScreenshotKey): Promise<Buffer | null> {
      const right = Buffer.from(sign(of));
      const given = Buffer.from(key);
      if (right.length !== given.length || !timingSafeEqual(right, given)) return null;
      if (of.until < context.clock.now().getTime()) return null;
      const sealed = await readScreenshot(context.database.db, of.claim_id);
      return sealed && sealOf(context).openBytes(sealed);
    },
  };
}
