/** Settings of the operators' console: where it is, from where it opens, and how one signs in. */
import { z } from "zod";
import type { SharedSettings, ValuesOf } from "#platform/config";
import { isNetwork } from "#platform/network";

export const staffSettings = {
  CONSOLE_HOST: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d+)?$/)
    .optional()
    .describe("host of the operators' console: then it answers there and nowhere else; absent: under `PUBLIC_URL`"),
  CONSOLE_ADDRESSES: z
    .string()
    .refine((text) => text.split(",").every((one) => isNetwork(one.trim())))
    .optional()
    .describe("addresses and networks (`203.0.113.0/24`), with commas, for which the console is there; absent: all"),
  CONSOLE_PASSWORDS: z
    .enum(["on", "off"])
    .default("off")
    .describe("`on`: operators may sign in with a password and a code of an app where a passkey cannot be used"),
};

export type StaffSettings = SharedSettings & ValuesOf<typeof staffSettings>;
