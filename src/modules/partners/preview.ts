/**
 * A look at the shop's pages as a draft would have them: by a link that holds for half an hour and is kept in a cookie. It changes
 * what pages show and nothing else: calls, clicks and forms go by the brand that holds.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "#platform/clock";
import { readCookie } from "#platform/http";
import type { Brand } from "../../../brands/brand.ts";
import type { Packs } from "./packs.ts";

export const PREVIEW_COOKIE = "pack_preview";
export const PREVIEW_MINUTES = 30;

type Deps = { clock: Clock; secret: string };

export function createPreviews(deps: Deps | null, packs: Packs | null) {
  const sign = (pack: string, until: string): Buffer =>
    createHmac("sha256", `pack-preview:${deps?.secret}`).update(`${pack}.${until}`).digest();
  /** The pack that a token opens; null for what is none, or no longer. */
  function open(token: string | null): string | null {
    const [pack, until, given] = (token ?? "").split(".");
    if (!deps || !pack || !until || !given || !/^\d{10,11}$/.test(until)) return null;
    const right = sign(pack, until);
    const told = Buffer.from(given, "base64url");
    if (told.length !== right.length || !timingSafeEqual(told, right)) return null;
    return Number(until) * 1_000 > deps.clock.now().getTime() ? pack : null;
  }
  return {
    /** `pack`: a draft's or an edition's public id. */
    tokenOf(pack: string): string {
      const until = String(Math.floor((deps?.clock.now().getTime() ?? 0) / 1_000) + PREVIEW_MINUTES * 60);
      return `${pack}.${until}.${sign(pack, until).toString("base64url")}`;
    },
    open,
    /** The brand of a page that somebody looks at by such a cookie; null for everybody else. */
    ofRequest({ cookie }: { cookie?: string | undefined }): Brand | null {
      if (!cookie?.includes(PREVIEW_COOKIE)) return null;
      const pack = open(readCookie(cookie, PREVIEW_COOKIE));
      const row = pack === null ? null : packs?.remembered(pack);
      return (row && packs?.packOf(row)?.brand) || null;
    },
  };
}
export type Previews = ReturnType<typeof createPreviews>;
