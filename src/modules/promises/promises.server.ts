/** The door of promises: how we keep our word, counted from the ledger's own tables and shown to everybody. */
import type { PromisesContext } from "./context.ts";
import { countPromises } from "./count-promises.ts";
import { COUNTED, type Counted } from "./promises.types.ts";
import { deleteEarlierOfDays, insertCount, readLastCount } from "./store.ts";

export type { Counted, StoreTrack, TrackHealth } from "./promises.types.ts";

export function createPromises(context: PromisesContext) {
  const { db } = context.database;
  async function count(): Promise<Counted> {
    const counted = await countPromises(context);
    await insertCount(db, counted);
    await deleteEarlierOfDays(db);
    // Stores' pages say it too, before anybody goes there.
    await context.catalog.keepTracks(
      counted.stores.judged.map((store) => ({ ...store, decided: store.confirmed + store.refused })),
    );
    return counted;
  }
  return {
    count,
    /** What was counted last; counted now where nothing was, or by an older version that told something else. */
    async read(): Promise<Counted> {
      const last = COUNTED.safeParse(await readLastCount(db));
      return last.success ? last.data : count();
    },
  };
}
export type Promises = ReturnType<typeof createPromises>;
/** What screens may ask of promises. */
export type PromisesService = Pick<Promises, "read">;
