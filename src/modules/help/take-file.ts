/**
 * Files that come before their message, from anybody: each network's are counted before a byte is read, few are read at
 * once, and all together have so much space and no more, so that strangers can fill neither memory nor disk.
 */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { newId } from "#platform/ids";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { fileId } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import { type HelpRefusal, MAX_FILE_BYTES } from "./messages.ts";
import { FILES_REFUSED } from "./metrics.ts";
import { nameFor, readPicture } from "./rules.ts";
import type { HelpSettings } from "./settings.ts";
import { insertFile } from "./store.ts";

const MEGABYTE = 1_048_576;
/** Each holds up to 8 MB of this process's memory until it is stored. */
const MAX_AT_ONCE = 12;

/** Bytes that files have together: those that wait for their message, and all. */
export const spaceOf = (settings: HelpSettings) => ({
  waiting: settings.HELP_FILES_WAITING_MB * MEGABYTE,
  all: settings.HELP_FILES_MB * MEGABYTE,
});

export type GivenFile = {
  name: string;
  /** Network address, for the limit. */
  address: string;
  /** Reads what was sent, at most 8 MB of it; null when it is larger. */
  read: () => Promise<Buffer | null>;
};

export function createFileTaker(deps: {
  database: DatabaseHandle;
  clock: Clock;
  settings: HelpSettings;
  limits: Limits;
  log: Log;
  metrics: Metrics;
}) {
  const { database, clock, settings } = deps;
  const space = spaceOf(settings);
  let reading = 0;

  function refuseFull(why: string): Outcome<never, HelpRefusal> {
    deps.metrics.of(FILES_REFUSED).inc();
    deps.log.warn({ why }, "a file found no space");
    return refused("files_full");
  }

  async function store(given: GivenFile): Promise<Outcome<string, HelpRefusal>> {
    const bytes = await given.read();
    if (!bytes || bytes.length > MAX_FILE_BYTES) return refused("file_large");
    const type = readPicture(bytes);
    if (!type.ok) return type;
    const file_id = newId("file");
    const file = { file_id, name: nameFor(given.name, type.value), type: type.value, bytes, at: clock.now() };
    const isKept = await database.transaction((tx) => insertFile(tx, file, space));
    return isKept ? done(fileId.show(file_id)) : refuseFull("all the space that files have is filled");
  }

  /** Keeps a file until its message comes. At most 8 MB of a picture or a PDF. Returns its public id. */
  return async (given: GivenFile): Promise<Outcome<string, HelpRefusal>> => {
    const wait = await deps.limits.take(LIMITS.help_file, networkOf(given.address));
    if (wait) return refused("too_many", wait);
    if (reading >= MAX_AT_ONCE) return refuseFull("as many as may be are read at this moment");
    reading += 1;
    try {
      return await store(given);
    } finally {
      reading -= 1;
    }
  };
}
