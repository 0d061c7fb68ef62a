/** Order mails taken in, proven, read and kept; parcels asked about and kept. A night's 10,000 mails with `--full`. */
import { join } from "node:path";
import { catalogueFurniture } from "../test/support/catalogue-furniture.ts";
import { upsNumber } from "../test/support/ups-number.ts";
import type { Ground } from "./ground.ts";
import { LOAD_CORE, SERVER_CORE, type Started, startProcess } from "./processes.ts";
import { below, count, perSecond, type Result } from "./report.ts";

export type ProtectionOrder =
  | { work: "mails"; folder: string; from: number; to: number }
  | { work: "parcels"; numbers: readonly string[] };
/** Seconds by the clock on the wall. */
export type ProtectionAnswer = { done: number; seconds: number };

/** Of the mails opened and read alone. `silent`: how many say nothing. */
type Alone = { reading_ms: number; silent: number };

const SEED = 880_000;
const NIGHT = { mails: 10_000, hours: 8 };

/** How many a second, by the wall and by the processor time of the process. */
async function rateOf(server: Started, order: ProtectionOrder): Promise<{ wall: number; core: number }> {
  const before = server.cpu();
  const { done, seconds } = await server.ask<ProtectionAnswer>(order);
  const after = server.cpu();
  const wall = done / seconds;
  return { wall, core: before !== null && after !== null ? done / (after - before) : wall };
}

export async function run(ground: Ground): Promise<Result[]> {
  const { url } = await ground.migrated("bench_protection");
  const outside = await startProcess("src/modules/mailboxes/test/play-night.ts", { core: LOAD_CORE });
  const mails = ground.full ? NIGHT.mails : 1_500;
  const parcels = ground.full ? 10_000 : 1_000;
  const warm = 200;
  const folder = join(ground.folder, "mails");
  try {
    await catalogueFurniture({ url: `http://127.0.0.1:${outside.port}` }).furnish({ url });
    const alone = await outside.ask<Alone>({ seed: SEED, count: warm + mails, folder });
    if (alone.silent > 0) ground.say(`${alone.silent} mails say nothing`);
    const server = await startProcess("bench/protection-process.ts", {
      core: SERVER_CORE,
      environment: { DATABASE_URL: url, SANDBOX_PORT: String(outside.port), DATA_DIR: ground.folder },
    });
    try {
      await server.ask<ProtectionAnswer>({ work: "mails", folder, from: 0, to: warm } satisfies ProtectionOrder);
      const reading = (warm + mails) / (alone.reading_ms / 1_000);
      const whole = await rateOf(server, { work: "mails", folder, from: warm, to: warm + mails });
      const followed = await rateOf(server, {
        work: "parcels",
        numbers: Array.from({ length: parcels }, (_, place) => upsNumber(place)),
      });
      const night = NIGHT.mails / whole.wall / 60;
      return [
        {
          ...{ bench: "protection", work: "order mails taken in, proven, read and kept" },
          ...{ ours: `${perSecond(whole.core)} a core`, beside: "opened and read alone" },
          ...{ peer: `${perSecond(reading)} a core`, value: whole.core / reading, goal: null },
          note: `${count(mails)} mails, wall ${perSecond(whole.wall)}, PostgreSQL beside it`,
        },
        {
          ...{ bench: "protection", work: `a night's ${count(NIGHT.mails)} mails` },
          ...{ ours: `${night.toFixed(1)} min${ground.full ? "" : ", from a part of them"}` },
          ...{ beside: "the night", peer: `${NIGHT.hours} h`, value: night, goal: below(NIGHT.hours * 60, "min") },
        },
        {
          ...{ bench: "protection", work: "parcels asked about and kept" },
          ...{ ours: `${perSecond(followed.core)} a core`, beside: "goal alone", peer: "–", value: followed.core },
          ...{ goal: null, note: `${count(parcels)} parcels, wall ${perSecond(followed.wall)}` },
        },
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await outside.stop();
  }
}
