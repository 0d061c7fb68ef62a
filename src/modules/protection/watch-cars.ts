/** Asks what a booked rental car costs now, and has the details of a cheaper one say it too. */
import { addDays } from "#platform/clock";
import { betterCars, bodiesFor, classIn, companyKey, placesOf } from "./car-rules.ts";
import type { ExpediaCars, FoundCar } from "./expedia-cars.ts";
import type { CarGap, OfferedCar } from "./protection.types.ts";
import type { TripRow } from "./trip-store.ts";

/** They tell prices from so many days before; one less, because a place's day may be another than ours. */
const DAYS_AHEAD = 329;
const MIN_HOURS = 2;
/** As old as nobody asks a fee for; who is younger or older says so. */
const USUAL_AGE = 30;
/** Details cost a call each, and the cheapest is nearly always there. */
const MAX_DETAILS = 3;

/** `asked`: whether the answer says what it costs. `again`: whether that can change by itself. */
export type CarLook = {
  match: CarGap | "found";
  asked: boolean;
  again: boolean;
  best: (FoundCar & { of: OfferedCar }) | null;
};
const without = (match: CarGap, asked: boolean, again: boolean): CarLook => ({ match, asked, again, best: null });

const momentOf = (local: string): Date => new Date(`${local}:00Z`);

export async function lookAtCar(provider: ExpediaCars, row: TripRow, now: Date): Promise<CarLook> {
  const places = placesOf(row);
  if (!places) return without("no_place", false, false);
  const booked = classIn(row.what);
  if (!booked) return without("no_class", false, false);
  const [begins, ends] = [momentOf(row.begins), momentOf(row.ends)];
  if (begins > addDays(now, DAYS_AHEAD) || ends > addDays(now, DAYS_AHEAD)) return without("no_times", false, true);
  if (ends.getTime() - begins.getTime() < MIN_HOURS * 3_600_000) return without("no_times", false, false);
  const driver_age = row.driver_age ?? USUAL_AGE;
  const told = await provider.cars({
    ...{ ...places, begins: row.begins, ends: row.ends, bodies: bodiesFor(booked) },
    ...{ driver_age, country: row.country },
  });
  if (told.kind === "unclear") return without("place_unclear", true, false);
  const key = companyKey(row.name);
  if (key === "" || !told.companies.some((company) => companyKey(company) === key))
    return without("no_company", true, true);
  if (!told.currencies.includes(row.currency)) return without("no_currency", true, false);
  const wanted = { company: row.name, class: booked, currency: row.currency, total_minor: row.total_minor };
  let best: FoundCar | null = null;
  for (const car of betterCars(told.cars, wanted, now).slice(0, MAX_DETAILS)) {
    if (best && best.total_minor <= car.total_minor) break;
    const sure = await provider.confirm(car);
    // Its details may say another price, another car, or that it stops being free.
    if (sure && betterCars([sure], wanted, now).length > 0 && (!best || sure.total_minor < best.total_minor))
      best = sure;
  }
  return { match: "found", asked: true, again: true, best: best && { ...best, of: { ...best.words, driver_age } } };
}
