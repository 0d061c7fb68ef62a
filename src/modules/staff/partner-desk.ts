/** A partner's own page: what its brand says, its numbers, and the keys of its servers. For who is sent by it, and for the house. */
import { addDays, civilDate } from "#platform/clock";
import type { PartnerFigure } from "#platform/operator";
import { done, type Outcome, refused } from "#platform/outcome";
import { keep } from "./audit.ts";
import type { StaffRefusal } from "./messages.ts";
import type { Operator, PartnerContext, Visit } from "./staff.types.ts";

/** Months that the page shows, this one last. */
const MONTHS = 12;

export type PartnerNumbers = {
  /** Oldest first: months such as 2026-11, or days. */
  periods: readonly string[];
  rows: readonly { name: string; what: string; unit: "count" | "USD"; values: readonly string[] }[];
};

/** Whose page somebody may see: their own partner's, or any for the house's own with `partners.see`; null for none. */
export function partnerOf(
  { isPartner }: Pick<PartnerContext, "isPartner">,
  operator: Operator,
  asked: string | null,
): string | null {
  if (operator.partner !== null) return asked === null || asked === operator.partner ? operator.partner : null;
  return asked !== null && operator.permissions.has("partners.see") && isPartner(asked) ? asked : null;
}

/** Whether they may make and end keys there. */
export const mayKeepKeys = (operator: Operator): boolean =>
  operator.partner !== null || operator.permissions.has("partners.decide");

const monthOf = (day: string): string => day.slice(0, 7);

/** The first instants of this month and of those before it. */
function monthsUpTo(now: Date): { months: string[]; from: Date } {
  const [year = 0, month = 1] = monthOf(civilDate(now)).split("-").map(Number);
  const firsts = Array.from(
    { length: MONTHS },
    (_, back) => new Date(Date.UTC(year, month - 1 - (MONTHS - 1 - back), 1)),
  );
  return { months: firsts.map((first) => monthOf(civilDate(first))), from: firsts[0] ?? now };
}

async function readNumbers(
  figures: readonly PartnerFigure[],
  asked: { partner: string; periods: readonly string[]; from: Date; to: Date; by: "day" | "month" },
): Promise<PartnerNumbers> {
  const rows: PartnerNumbers["rows"][number][] = [];
  // One after the other: they are many, and nobody waits for a partner's page.
  for (const { name, what, unit, read } of figures) {
    const found = new Map((await read(asked)).map(({ at, value }) => [at, value]));
    rows.push({ name, what, unit, values: asked.periods.map((period) => String(found.get(period) ?? 0n)) });
  }
  return { periods: asked.periods, rows };
}

export function createPartnerDesk(context: PartnerContext) {
  const { partners, clock } = context;
  const numbers = {
    /** By month, this one and the eleven before it. */
    byMonth(partner: string): Promise<PartnerNumbers> {
      const { months, from } = monthsUpTo(clock.now());
      // This instant is in it.
      const asked = { partner, periods: months, from, to: addDays(clock.now(), 1), by: "month" } as const;
      return readNumbers(context.view().partners, asked);
    },
    /** By day, today and as many before it. */
    byDay(partner: string, days: number): Promise<PartnerNumbers> {
      const now = clock.now();
      const periods = Array.from({ length: days }, (_, back) => civilDate(addDays(now, back - days + 1)));
      const from = new Date(`${periods[0]}T00:00:00Z`);
      return readNumbers(context.view().partners, { partner, periods, from, to: addDays(now, 1), by: "day" });
    },
  };
  return {
    partnerOf: (operator: Operator, asked: string | null) => partnerOf(context, operator, asked),
    mayKeepKeys,
    numbers,
    keys: (partner: string) => partners.keys.list(partner),
    /** Told once; only its hash is kept. */
    async makeKey(
      operator: Operator,
      asked: { partner: string | null; name: string },
      visit: Visit,
    ): Promise<Outcome<{ id: string; key: string }, StaffRefusal>> {
      const partner = partnerOf(context, operator, asked.partner);
      if (partner === null || !mayKeepKeys(operator)) return refused("not_allowed");
      const made = await partners.keys.make({ partner, name: asked.name, by: operator.id });
      if (!made.ok) return made;
      await keep(
        context,
        operator,
        { what: "partner_key_made", object: made.value.id, facts: { partner, name: asked.name } },
        visit,
      );
      return made;
    },
    async endKey(
      operator: Operator,
      asked: { partner: string | null; id: string },
      visit: Visit,
    ): Promise<Outcome<null, StaffRefusal>> {
      const partner = partnerOf(context, operator, asked.partner);
      if (partner === null || !mayKeepKeys(operator)) return refused("not_allowed");
      const ended = await partners.keys.end({ partner, id: asked.id, by: operator.id });
      if (!ended.ok) return ended;
      await keep(context, operator, { what: "partner_key_ended", object: asked.id, facts: { partner } }, visit);
      return done(null);
    },
  };
}
export type PartnerDesk = ReturnType<typeof createPartnerDesk>;
