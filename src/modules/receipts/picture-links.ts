/** Addresses by which an operator's browser opens a page of a receipt: signed, of one page alone, and good for minutes. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "#platform/clock";

const GOOD_MS = 15 * 60_000;

export type PictureKey = { receipt_id: string; page: number; until: number; key: string };

export function createPictureLinks({ clock, secret, publicUrl }: { clock: Clock; secret: string; publicUrl: string }) {
  const sign = ({ receipt_id, page, until }: Omit<PictureKey, "key">): string =>
    createHmac("sha256", `receipt-picture:${secret}`).update(`${receipt_id}:${page}:${until}`).digest("base64url");
  return {
    /** `shown` is the receipt's public id. */
    hrefOf(shown: string, receipt_id: string, page: number): string {
      const until = clock.now().getTime() + GOOD_MS;
      const key = sign({ receipt_id, page, until });
      return `${publicUrl}/api/receipts/${shown}/picture?page=${page}&until=${until}&key=${key}`;
    },
    isGood({ key, ...of }: PictureKey): boolean {
      const right = Buffer.from(sign(of));
      const given = Buffer.from(key);
      return right.length === given.length && timingSafeEqual(right, given) && of.until >= clock.now().getTime();
    },
  };
}
export type PictureLinks = ReturnType<typeof createPictureLinks>;
