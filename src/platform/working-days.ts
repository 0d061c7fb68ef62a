/** Days on which somebody works: what members are promised in. */
const DAY_MS = 86_400_000;

/** The end of the last of so many working days (UTC, without holidays), the day itself not counted. */
export function workingDaysAfter(at: Date, days: number): Date {
  let day = new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
  for (let left = days; left > 0; ) {
    day = new Date(day.getTime() + DAY_MS);
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1;
  }
  return new Date(day.getTime() + DAY_MS - 1_000);
}
