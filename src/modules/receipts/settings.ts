/** Settings of receipts: where their files lie, and how many are read at once. */
import { z } from "zod";
import { type SharedSettings, type ValuesOf, webAddress } from "#platform/config";
import type { SettingFacts } from "#platform/going-live";

export const receiptsSettings = {
  RECEIPTS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe("where receipts lie when no S3 storage is set; absent: `receipts` under DATA_DIR"),
  RECEIPTS_S3_URL: webAddress
    .optional()
    .describe("address of a bucket with an S3 interface, path style, for receipts; several machines need it"),
  RECEIPTS_S3_REGION: z.string().min(1).default("us-east-1").describe("region of that bucket"),
  RECEIPTS_S3_KEY_ID: z.string().min(1).optional().describe("access key id for that bucket"),
  RECEIPTS_S3_SECRET: z.string().min(1).optional().describe("secret access key for that bucket"),
  RECEIPTS_MB: z.coerce
    .number()
    .int()
    .min(1)
    .default(51_200)
    .describe("space for the files of all receipts; more are refused"),
  RECEIPTS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(1)
    .describe("receipts that are read at the same time, all processes together, each on a core of its own"),
};

export const receiptsFacts: SettingFacts<keyof typeof receiptsSettings> = {
  together: [["RECEIPTS_S3_URL", "RECEIPTS_S3_KEY_ID", "RECEIPTS_S3_SECRET"]],
};

export type ReceiptsSettings = SharedSettings & ValuesOf<typeof receiptsSettings>;
