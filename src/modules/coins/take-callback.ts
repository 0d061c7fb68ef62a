/**
 * A provider's callback: verified over exactly what was sent, kept under its unique key with its job, and only then answered.
 * Forged ones are never acted on; some are kept for a person who asks why a provider's are refused.
 */
import { z } from "zod";
import { newId } from "#platform/ids";
import type { Inbox } from "#platform/inbox";
import { networkOf } from "#platform/network";
import type { CoinsContext } from "./context.ts";
import { APPLY_CALLBACKS } from "./job-kinds.ts";
import { LIMITS } from "./limits.ts";
import {
  COIN_PROVIDERS,
  type CoinProviderName,
  type Received,
  type Reply,
  TOLD_KINDS,
  TOLD_REASONS,
  type Told,
} from "./provider.types.ts";
import { insertRefused } from "./refused-store.ts";

const FIRST_LOOK_MINUTES = 2;
/** Callbacks that one job acts on. */
const MAX_BATCH = 200;
/** Of what came so much is kept for a person to read. */
const MAX_RAW = 4_000;
const MAX_ADDRESS = 60;

const micros = z.string().regex(/^\d{1,15}$/);
/** A callback as it lies in the inbox. */
const keptTold = z.object({
  kind: z.enum(TOLD_KINDS),
  tx_id: z.string().min(1),
  origin_tx_id: z.string().nullable(),
  user_ref: z.string(),
  start: z.string().nullable(),
  offer_id: z.string().nullable(),
  goal_id: z.string().nullable(),
  payout_micros: micros.nullable(),
  told_coins: micros.nullable(),
  reason: z.enum(TOLD_REASONS).nullable(),
  said_at: z.string().nullable(),
});

/** The address holds our secret, the query does not. */
const rawOf = ({ method, target, body }: Received) => ({
  method,
  query: target.includes("?") ? target.slice(target.indexOf("?") + 1).slice(0, MAX_RAW) : "",
  body: body.toString("utf8").slice(0, MAX_RAW),
});

const amountOf = (amount: bigint | null): string | null => (amount === null ? null : String(amount));
const kept = (told: Told): z.infer<typeof keptTold> => ({
  ...told,
  payout_micros: amountOf(told.payout_micros),
  told_coins: amountOf(told.told_coins),
  said_at: told.said_at?.toISOString() ?? null,
});

const keptRaw = z.object({ method: z.string(), query: z.string(), body: z.string() });

/** As it came and as it was read; null where it cannot be read any more. */
export type KeptCallback = { told: Told | null; raw: z.infer<typeof keptRaw> | null };
const keptCallback = z.object({ told: z.unknown().optional(), raw: z.unknown().optional() });

export function readKept(payload: unknown): KeptCallback {
  const whole = keptCallback.safeParse(payload);
  const told = keptTold.safeParse(whole.data?.told);
  const amount = (text: string | null) => (text === null ? null : BigInt(text));
  return {
    raw: keptRaw.safeParse(whole.data?.raw).data ?? null,
    told: told.success
      ? {
          ...told.data,
          payout_micros: amount(told.data.payout_micros),
          told_coins: amount(told.data.told_coins),
          said_at: null,
        }
      : null,
  };
}

export function readCallbacks(inbox: Inbox): void {
  inbox.register({
    providers: COIN_PROVIDERS,
    source: "postback",
    first_look_minutes: FIRST_LOOK_MINUTES,
    jobs: (rows) =>
      Array.from({ length: Math.ceil(rows.length / MAX_BATCH) }, (_, n) =>
        APPLY_CALLBACKS.with({ inbox_ids: rows.slice(n * MAX_BATCH, (n + 1) * MAX_BATCH).map((row) => row.inbox_id) }),
      ),
    again: ({ inbox_id }) =>
      APPLY_CALLBACKS.with({ inbox_ids: [inbox_id] }, { key: `coins-callback:${inbox_id}`, if_there: "keep" }),
  });
}

/** Answers as this vendor wants it; null for a provider that is not connected. */
export async function takeCallback(
  context: CoinsContext,
  name: CoinProviderName,
  received: Received,
): Promise<Reply | null> {
  const provider = context.providers.get(name);
  if (!provider?.enabled) return null;
  const verdict = provider.read(received);
  if (verdict.ok || verdict.why === "forged") await context.heard(name, verdict.ok);
  if (!verdict.ok) {
    // Verifying costs little, so that whoever forges shuts nobody else out; of many the log is told of some.
    if (!(await context.limits.take(LIMITS.forged_callback, networkOf(received.address)))) {
      context.log.warn({ provider: name, why: verdict.why }, "a callback was refused");
      if (!(await context.limits.take(LIMITS.kept_refusal, name)))
        await insertRefused(context.database.db, {
          ...{ refused_id: newId("refused_callback"), provider: name, at: context.clock.now(), why: verdict.why },
          ...rawOf(received),
          address: received.address.slice(0, MAX_ADDRESS),
        });
    }
    return provider.replies.forged;
  }
  const { told } = verdict;
  const at = context.clock.now();
  const known = await context.callbacks.write([
    {
      user_ref: told.user_ref,
      provider: name,
      source: "postback",
      row_key: `${told.kind}:${told.tx_id}`,
      payload: {
        told: kept(told),
        raw: rawOf(received),
      },
      said_at: told.said_at ?? at,
    },
  ]);
  return known ? provider.replies.done : provider.replies.unknown_user;
}
