/** What the dialects sign with. Comparing takes as long wherever two texts differ, and says nothing of their lengths. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

type Bytes = string | Buffer;
const sha256 = (text: string): Buffer => createHash("sha256").update(text, "utf8").digest();

export const sameText = (given: string, right: string): boolean => timingSafeEqual(sha256(given), sha256(right));

/** Hex is the same hash in either case. */
export const sameHex = (given: string, right: string): boolean => sameText(given.toLowerCase(), right.toLowerCase());

export const hmac = (hash: "sha1" | "sha256", key: string, text: Bytes): Buffer =>
  createHmac(hash, key).update(text).digest();

export const digest = (hash: "md5" | "sha256" | "sha3-256", text: Bytes): string =>
  createHash(hash).update(text).digest("hex");

/** Base64 as it stands in addresses, without the signs that end it. */
export const base64url = (bytes: Buffer): string => bytes.toString("base64url");
