/** The signed link by which a letter lets its request go. It opens nothing else, and only as long as its address is the request's. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Database, Tx } from "#platform/database";
import type { PrivacyContext } from "./context.ts";
import { requestId } from "./ids.ts";
import type { RequestRow } from "./privacy.types.ts";
import { addressOf } from "./request-address.ts";
import { isAttorney } from "./rules.ts";
import { readRequest } from "./store.ts";

const sign = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(`privacy-withdraw:${text}`).digest("base64url").slice(0, 32);

/** `address`: to which it goes. Whoever has an older address of a member cannot use what went there. */
export const withdrawToken = ({ secret }: PrivacyContext, { request_id }: RequestRow, address: string): string =>
  `${requestId.show(request_id)}.${sign(secret, `${request_id}.${address}`)}`;

export const withdrawPath = (token: string): string => `/ccpa-privacy-rights/withdraw?t=${token}`;

/** Which request a token lets go, if it is still signed for whoever that is about. */
export async function readWithdrawToken(
  runner: Database | Tx,
  context: PrivacyContext,
  token: string,
): Promise<RequestRow | null> {
  const [shown = ""] = token.split(".", 1);
  const id = requestId.read(shown);
  const row = id && (await readRequest(runner, id));
  if (!row) return null;
  const addresses = [await addressOf(runner, context, row), isAttorney(row) ? row.agent_email : ""];
  const given = Buffer.from(token);
  const isSigned = addresses.filter(Boolean).some((address) => {
    const expected = Buffer.from(withdrawToken(context, row, address));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? row : null;
}
