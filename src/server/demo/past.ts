/**
 * A past to play in: all services with a clock of their own, the sandbox's clock beside it, and our doors open for what the
 * outside world calls. Nothing is written here by hand: whatever the demo members have, they got as everybody does.
 */
import { setTimeout } from "node:timers/promises";
import { civilDate, fixedClock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { runDueJobs } from "#platform/jobs";
import type { Log } from "#platform/log";
import { send, sendJson } from "#platform/outgoing";
import type { Config } from "#settings";
import { createApp, NotOpenYet } from "../app.ts";
import { wire } from "../wiring.ts";

export type Past = Awaited<ReturnType<typeof openPast>>;

const NETWORKS = ["impact", "cj", "awin"] as const;
/** Months are played in seconds, and the limits of providers are by the minute: while the past is played there are none. */
const NO_LIMIT = 1_000_000;
const MAX_ROUNDS = 40;

export async function openPast(options: { config: Config; database: DatabaseHandle; log: Log; from: Date }) {
  const { database, log } = options;
  const clock = fixedClock(options.from);
  const config = { ...options.config, PROVIDER_BUDGET_FACTOR: NO_LIMIT, RATE_LIMIT_FACTOR: NO_LIMIT };
  const wired = await wire({ config, clock, log, database });
  const web = await createApp({
    wired,
    build: () => Promise.reject(new NotOpenYet("the past has no pages")),
    mode: "production",
    cached: false,
    ready: async () => ({ ok: true, parts: {} }),
  });
  await web.app.listen({ port: config.PORT, host: "127.0.0.1" });

  const control = <T = unknown>(path: string, json?: unknown): Promise<T> =>
    sendJson<T>({
      url: `http://127.0.0.1:${config.SANDBOX_PORT}/control${path}`,
      ...(json === undefined ? {} : { method: "POST", json }),
    });
  const tellTime = (now: Date) => control("/clock", { now: now.toISOString() });
  // What the catalogue has to import by itself is today's, and waits for the present; what was read before it is read by `prices.ts`.
  const jobs = new Map([...wired.registry.jobs].filter(([task]) => !task.startsWith("catalog.")));
  const work = () => runDueJobs(database, { ...wired.registry, jobs }, log, clock.now());
  const limit = (per_minute: number | null) =>
    Promise.all(NETWORKS.map((target) => control("/rate-limit", { target, per_minute })));
  await tellTime(clock.now());
  await limit(NO_LIMIT);

  const past = {
    ...wired,
    clock,
    control,
    work,
    /** Moves both clocks to an instant, and does on the way whatever falls due. */
    async goTo(at: Date): Promise<void> {
      for (;;) {
        await wired.membership.sweep();
        await work();
        const now = clock.now();
        if (now >= at) return;
        const due = await wired.membership.nextDue(now);
        clock.set(due && due < at ? due : at);
        await tellTime(clock.now());
      }
    },
    /** Hears what the outside world tells, and reads the reports: of one network, or of all. */
    async hear(only?: string): Promise<void> {
      await control("/postbacks/idle", {});
      await work();
      for (const network of NETWORKS) if (!only || only === network) await wired.cashback.poll(network);
      await work();
    },
    /** Types a card into the processor's fields, as a browser does. */
    async confirmCard(setupId: string, clientSecret: string, number: string): Promise<void> {
      await send({
        url: `${config.STRIPE_API_URL}/v1/setup_intents/${setupId}/confirm`,
        method: "POST",
        headers: {
          authorization: `Bearer ${config.STRIPE_PUBLISHABLE_KEY}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({
          client_secret: clientSecret,
          "payment_method_data[type]": "card",
          "payment_method_data[card][number]": number,
          "payment_method_data[card][exp_month]": "12",
          "payment_method_data[card][exp_year]": "2039",
          "payment_method_data[card][cvc]": "123",
        }).toString(),
      });
    },
    /** Money from our bank to those who pay out, told as the bank's statement would tell it. */
    async bring(provider: "paypal" | "tremendous", dollars: number): Promise<void> {
      await control(`/payouts/${provider}/deposit`, { amount: dollars });
      await wired.treasury.bookEntry({
        provider,
        kind: "deposit",
        reference: `DEMO-${provider}`,
        amount_minor: BigInt(dollars) * 100n,
        happened_on: civilDate(clock.now()),
        reason: null,
        by: "the played world",
      });
    },
    /** Lets payments that are under way come to their end. */
    async settle(userId: string): Promise<void> {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        await work();
        if ((await wired.ledger.balances(userId)).held === 0n) return;
        await setTimeout(50);
        clock.advance({ minutes: 3 });
        await tellTime(clock.now());
        await control("/postbacks/idle", {});
      }
      throw new Error("a payout of the past did not end");
    },
    /** Back to the present: the sandbox's clock shows the time of day again. */
    async close(now: Date): Promise<void> {
      await tellTime(now);
      await limit(null);
      await web.close();
      await wired.cashback.close();
      await wired.attribution.close();
      wired.notifications.close();
    },
  };
  return past;
}
