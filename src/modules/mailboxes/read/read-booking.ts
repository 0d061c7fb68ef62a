/** Bookings of hotels and cars, by their labels. */
import type { CarFact, StayFact } from "../mailboxes.types.ts";
import { amountsIn, currencyOf } from "./amounts.ts";
import { momentIn, timeIn } from "./dates.ts";
import { findBehind, type Label } from "./labels.ts";
import type { MailTexts } from "./mail-texts.ts";
import { numberAtStart } from "./order-words.ts";

const COUNTRIES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:USA|U\.S\.A\.|United States|Estados Unidos|EE\. ?UU\.)(?=$|[\s,.])/i, "US"],
  [/\bM[ée]xico$|\bMexico\b/i, "MX"],
  [/\b(?:Spain|España)\b/i, "ES"],
  [/\b(?:Canada|Canadá)(?=$|[\s,.])/i, "CA"],
  [/\b(?:United Kingdom|Reino Unido|UK)\b/i, "GB"],
  [/\b(?:France|Francia)\b/i, "FR"],
  [/\b(?:Italy|Italia)\b/i, "IT"],
  [/\bPortugal\b/i, "PT"],
  [/\b(?:Germany|Alemania)\b/i, "DE"],
  [/, [A-Z]{2}(?: \d{5})?$/, "US"],
];
export const countryIn = (place: string): string | null =>
  COUNTRIES.find(([pattern]) => pattern.test(place.trim()))?.[1] ?? null;

const textBehind = (mail: MailTexts, label: Label): string | null =>
  findBehind(mail.lines, label, (value) => (/\p{L}{2}/u.test(value) && value.length <= 200 ? value : null));
const dayBehind = (mail: MailTexts, label: Label): string | null =>
  findBehind(mail.lines, label, (value) => momentIn(value, mail.language, mail.sent_at)?.day ?? null);

const momentBehind = (mail: MailTexts, label: Label): string | null =>
  findBehind(mail.lines, label, (value, { line }) => {
    const moment = momentIn(value, mail.language, mail.sent_at);
    if (!moment) return null;
    const time =
      moment.time ??
      timeIn(mail.lines[line]?.cells.join(" ") ?? "") ??
      timeIn(mail.lines[line + 1]?.cells.join(" ") ?? "");
    return time && `${moment.day}T${time}`;
  });

/** Until the last minute of its day where no time is said. */
const cancelUntil = (mail: MailTexts): string | null =>
  findBehind(mail.lines, "cancel", (value) => {
    const moment = momentIn(value, mail.language, mail.sent_at);
    return moment && `${moment.day}T${moment.time ?? "23:59"}`;
  });

const totalBehind = (mail: MailTexts): bigint | null =>
  findBehind(mail.lines, "total", (value) => amountsIn(value)[0]?.minor ?? null);

function frameOf(mail: MailTexts) {
  const reservation_number =
    findBehind(mail.lines, "reservation", numberAtStart) ?? findBehind(mail.lines, "order_number", numberAtStart);
  const total_minor = totalBehind(mail);
  if (!reservation_number || total_minor === null) return null;
  return { reservation_number, total_minor, currency: currencyOf(mail.text), cancel_free_until: cancelUntil(mail) };
}

const adultsIn = (mail: MailTexts): number =>
  findBehind(mail.lines, "guests", (value) => {
    const count = Number(/\d{1,2}/.exec(value)?.[0] ?? Number.NaN);
    return count >= 1 && count <= 30 ? count : null;
  }) ?? 1;

export function readStay(mail: MailTexts): StayFact | null {
  const check_in = dayBehind(mail, "check_in");
  const check_out = dayBehind(mail, "check_out");
  const frame = check_in && check_out && check_in < check_out ? frameOf(mail) : null;
  if (!frame || !check_in || !check_out) return null;
  const place = textBehind(mail, "place") ?? "";
  return {
    ...{ kind: "stay", check_in, check_out, place, country: countryIn(place), ...frame },
    name: textBehind(mail, "hotel") ?? mail.sender_name,
    room: textBehind(mail, "room") ?? "",
    board: textBehind(mail, "board"),
    adults: adultsIn(mail),
  };
}

export function readCar(mail: MailTexts): CarFact | null {
  const pick_up_at = momentBehind(mail, "pick_up");
  const drop_off_at = momentBehind(mail, "drop_off");
  const frame = pick_up_at && drop_off_at && pick_up_at < drop_off_at ? frameOf(mail) : null;
  if (!frame || !pick_up_at || !drop_off_at) return null;
  const place = textBehind(mail, "pick_up_place") ?? "";
  return {
    ...{ kind: "car", pick_up_at, drop_off_at, place, country: countryIn(place), ...frame },
    drop_off_place: textBehind(mail, "drop_off_place") ?? place,
    name: textBehind(mail, "company") ?? mail.sender_name,
    car_class: textBehind(mail, "car_class") ?? "",
  };
}
