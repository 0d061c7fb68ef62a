/** What visitors are told on every page while something does not work, in both languages. */
import { newId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { HealthContext } from "./health.types.ts";
import { incidentId } from "./ids.ts";
import {
  endIncident,
  endLapsedIncidents,
  type IncidentRow,
  insertIncident,
  readIncidents,
  tellPages,
} from "./store.ts";

const MAX_CHARACTERS = 300;
const MAX_HOURS = 72;

export type IncidentDraft = { text_en: string; text_es: string; hours: number; by: string };
export type IncidentRefusal = "text_missing" | "text_long" | "hours_invalid" | "one_is_told";

export function createIncidents({ database, clock }: HealthContext) {
  let known: Promise<IncidentRow | null> | null = null;

  const read = async (): Promise<IncidentRow | null> => {
    const [row] = await readIncidents(database.db, 1);
    return row && row.ended_at === null ? row : null;
  };

  return {
    /** What is told now, of this process's memory; asked of the database after each notice. */
    async current(): Promise<{ en: string; es: string } | null> {
      known ??= read().catch(() => {
        // Without the database there is worse to tell than this.
        known = null;
        return null;
      });
      const row = await known;
      return row && row.until > clock.now() ? { en: row.text_en, es: row.text_es } : null;
    },
    forget(): void {
      known = null;
    },
    async begin(draft: IncidentDraft): Promise<Outcome<string, IncidentRefusal>> {
      const [text_en, text_es] = [draft.text_en.trim(), draft.text_es.trim()];
      if (!text_en || !text_es) return refused("text_missing");
      if (text_en.length > MAX_CHARACTERS || text_es.length > MAX_CHARACTERS) return refused("text_long");
      if (!Number.isInteger(draft.hours) || draft.hours < 1 || draft.hours > MAX_HOURS) return refused("hours_invalid");
      const begun_at = clock.now();
      const incident_id = newId("incident");
      const until = new Date(begun_at.getTime() + draft.hours * 3_600_000);
      const isNew = await database.transaction(async (tx) => {
        await endLapsedIncidents(tx, begun_at);
        const inserted = await insertIncident(tx, {
          incident_id,
          text_en,
          text_es,
          begun_at,
          until,
          begun_by: draft.by,
        });
        if (inserted) await tellPages(tx);
        return inserted;
      });
      known = null;
      return isNew ? done(incidentId.show(incident_id)) : refused("one_is_told");
    },
    /** False when it is not told any more. */
    async end(shown: string, by: string): Promise<boolean> {
      const id = incidentId.read(shown);
      if (!id) return false;
      const ended = await database.transaction(async (tx) => {
        const was = await endIncident(tx, id, by, clock.now());
        if (was) await tellPages(tx);
        return was;
      });
      known = null;
      return ended;
    },
    /** False when nothing is told. */
    async endCurrent(by: string): Promise<boolean> {
      const row = await read();
      return row ? this.end(incidentId.show(row.incident_id), by) : false;
    },
    /** Ends what has lasted as long as was said; pages that are kept are made anew. */
    async endLapsed(): Promise<void> {
      await database.transaction(async (tx) => {
        if ((await endLapsedIncidents(tx, clock.now())) > 0) await tellPages(tx);
      });
    },
    list: (most: number) => readIncidents(database.db, most),
  };
}
