/** Which words of a legal text each member agreed to. The words are kept as they stood on the page, the same words once. */
import { z } from "zod";
import type { Brand } from "#partners";
import { type Clock, civilDate } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import { derivedId } from "#platform/ids";
import type { AgreementWay } from "./agreement-store.ts";
import * as store from "./agreement-store.ts";
import type { Page, Reader } from "./content.types.ts";
import type { Coming, Editions } from "./editions.ts";
import { versionId } from "./ids.ts";
import type { ContentLanguage } from "./read-content.ts";

/** What whoever opens an account agrees to. */
export const AGREED_TO = ["terms", "privacy-policy"] as const;
export type Agreeing = {
  user_id: string;
  brand: Brand;
  language: ContentLanguage;
  /** Where they read it (ISO 3166); null when nobody knows. */
  country: string | null;
  way: AgreementWay;
};

export function createAgreements(deps: {
  database: DatabaseHandle;
  clock: Clock;
  content: { legal(name: string, reader: Reader, at?: Date): Page | null };
  editions: Pick<Editions, "nextChange" | "coming">;
}) {
  const { clock, content, editions } = deps;
  const { db } = deps.database;
  return {
    /** A legal text as it stands, or as it will on a day to come (`on`: YYYY-MM-DD); null when there is none. */
    show(document: string, reader: Reader, on: string | null) {
      const { brand, country = null } = reader;
      const next = editions.nextChange(document, { partner: brand.partner_name, country });
      const day = z.iso.date().safeParse(on);
      const end = day.success ? new Date(`${day.data}T23:59:59.999Z`) : null;
      // Also on the day itself, until its minute has come.
      const ahead = end && next && next <= end ? end : undefined;
      const page = content.legal(document, reader, ahead);
      if (!page) return null;
      return { page, is_ahead: ahead !== undefined, next: next && !ahead ? civilDate(next) : null };
    },
    /**
     * In the transaction that opens the account: without words to agree to there is no account. Returns what of them is to change
     * already: whoever agrees now was not among those who were told.
     */
    async agree(tx: Tx, { user_id, brand, language, country, way }: Agreeing): Promise<Coming[]> {
      await store.holdAgreements(tx, "agreeing");
      const at = clock.now();
      for (const document of AGREED_TO) {
        const page = content.legal(document, { brand, language, country });
        if (!page) throw new Error(`there is no ${document} to agree to`);
        const { title, date, short, lead, parts } = page;
        const place = { document, language, partner: brand.partner_name, country };
        const words = { short, lead, parts };
        const version_id = derivedId("legal version", JSON.stringify([place, title, date, words]));
        await store.keepVersion(tx, { version_id, ...place, holds_since: date, title, page: words, kept_at: at });
        await store.keepAgreement(tx, { user_id, version_id, way, agreed_at: at });
      }
      const reader = { partner: brand.partner_name, country };
      return (await editions.coming(tx)).filter(({ isFor }) => isFor(reader));
    },
    placesOf: store.readPlaces,
    /** Of one member, the newest first. */
    of: (userId: string, most: number) => store.readAgreementsOf(db, userId, most),
    /** By its public id, with how many agreed to it; null when there is none. */
    async version(shown: string) {
      const id = versionId.read(shown);
      return id && store.readVersion(db, id);
    },
    versions: (asked: Parameters<typeof store.listVersions>[1]) => store.listVersions(db, asked),
  };
}
export type Agreements = ReturnType<typeof createAgreements>;
