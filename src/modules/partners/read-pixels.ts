/** Partners' pixels: their shape, and the operator's file of them, checked when the service starts. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { BrandPixels } from "../../../brands/pixels.ts";

const template = z.strictObject({
  name: z.string().min(1).max(80),
  html: z.string().min(1).max(20_000),
  raw_email_by_contract: z.boolean().optional(),
  products: z.array(z.string().max(80)).optional(),
  contexts: z.array(z.string().max(80)).optional(),
});
const list = z.array(template).max(20).default([]);
/** A partner's pixels, as files and operators say them. */
export const partnerPixels = z.strictObject({
  // An origin and nothing more: this stands in a Content-Security-Policy.
  hosts: z.array(z.string().regex(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/)).max(20),
  registration: list,
  conversion: list,
  globaldelayed: list,
});
const file = z.record(z.string().regex(/^[a-z][a-z0-9_-]*$/), partnerPixels);

export function readPixels(path: string | undefined): Readonly<Record<string, BrandPixels>> {
  if (!path) return {};
  let parsed: ReturnType<typeof file.safeParse>;
  try {
    parsed = file.safeParse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new Error(`PIXELS_FILE: ${path} cannot be read as JSON`, { cause });
  }
  if (!parsed.success) throw new Error(`PIXELS_FILE: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
