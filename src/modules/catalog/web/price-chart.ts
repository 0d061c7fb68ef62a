/**
 * Prices over time, drawn by the server as markup in both languages: the page needs no script for them. The picture says nothing that
 * the sentence before it and the table behind it do not say.
 */
import type { PriceHistory } from "#catalog";
import { formatDate } from "#ui/date.tsx";
import { formatMoney } from "#ui/money.tsx";
import type { Language } from "#ui/text.tsx";

export type PriceChart = Record<Language, string>;

const WORDS = {
  en: {
    title: "Price history",
    lowest: (price: string, day: string) => `Lowest in 90 days: <b>${price}</b>, on ${day}.`,
    highest: (price: string) => `Highest: ${price}.`,
    today: (price: string) => `Today: ${price}.`,
    away: "Not to be had today.",
    since: (day: string) => `Watched since ${day}.`,
    picture: "Lowest price of all stores over time",
    day: "From",
    price: "Lowest price",
    gone: "not to be had",
  },
  es: {
    title: "Historial de precios",
    lowest: (price: string, day: string) => `El más bajo en 90 días: <b>${price}</b>, el ${day}.`,
    highest: (price: string) => `El más alto: ${price}.`,
    today: (price: string) => `Hoy: ${price}.`,
    away: "Hoy no se consigue.",
    since: (day: string) => `Lo seguimos desde el ${day}.`,
    picture: "El precio más bajo de todas las tiendas a lo largo del tiempo",
    day: "Desde",
    price: "Precio más bajo",
    gone: "no se consigue",
  },
};

/** Null when nothing was watched yet, or nothing was ever to be had. */
export function drawPriceHistory(history: PriceHistory | undefined): PriceChart | null {
  if (!history?.watched_since || !history.lowest) return null;
  return { en: draw(history, "en"), es: draw(history, "es") };
}

function draw(history: PriceHistory, language: Language): string {
  const words = WORDS[language];
  const date = (day: string) => formatDate(day, language);
  const { lowest, highest, today_minor, watched_since, telling, steps } = history;
  const sentence = [
    telling && lowest ? words.lowest(formatMoney(lowest.minor), date(lowest.day)) : "",
    telling && highest ? words.highest(formatMoney(highest.minor)) : "",
    today_minor === null ? words.away : words.today(formatMoney(today_minor)),
    !telling || watched_since === history.from ? words.since(date(watched_since ?? history.from)) : "",
  ].filter(Boolean);
  const rows = steps.map(
    ({ day, minor }) => `<tr><td>${date(day)}</td><td>${minor === null ? words.gone : formatMoney(minor)}</td></tr>`,
  );
  return [
    `<h2 class="h2-small mb-3">${words.title}</h2>`,
    `<p>${sentence.join(" ")}</p>`,
    history.from === history.today ? "" : pictureOf(history, words.picture, date),
    `<div class="sr"><table><caption>${words.picture}</caption><thead><tr><th scope="col">${words.day}</th><th scope="col">${words.price}</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`,
  ].join("");
}

const WIDTH = 720;
const HEIGHT = 120;
const DAY_MS = 86_400_000;
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** A stair: a price holds until the next one. The line is left out where the product was not to be had. */
function pictureOf(history: PriceHistory, label: string, date: (day: string) => string): string {
  const prices = history.steps.flatMap(({ minor }) => (minor === null ? [] : [Number(minor)]));
  const top = Math.max(...prices);
  const bottom = Math.min(...prices);
  const begin = dayNumber(history.from);
  // To the end of today, whose price has a width too.
  const span = dayNumber(history.today) - begin + 1;
  const x = (day: string) => Math.round(((dayNumber(day) - begin) / span) * WIDTH);
  const y = (minor: string) =>
    top === bottom ? HEIGHT / 2 : Math.round(8 + ((top - Number(minor)) / (top - bottom)) * (HEIGHT - 16));
  const path = history.steps.map(({ day, minor }, at) => {
    const next = history.steps[at + 1];
    const until = next ? x(next.day) : WIDTH;
    if (minor === null) return "";
    const before = history.steps[at - 1]?.minor ?? null;
    return `${before === null ? `M${x(day)} ${y(minor)}` : `V${y(minor)}`}H${until}`;
  });
  const scale = top === bottom ? "" : `<p class="xs faint">${formatMoney(top)}</p>`;
  return (
    `<figure class="card mt-3 p-4" aria-hidden="true">${scale}` +
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="100%" height="${HEIGHT}" preserveAspectRatio="none" focusable="false"><title>${label}</title>` +
    `<path d="M0 ${HEIGHT - 1}H${WIDTH}" stroke="currentColor" stroke-opacity=".25" fill="none" vector-effect="non-scaling-stroke"/>` +
    `<path d="${path.join("")}" stroke="currentColor" stroke-width="2" fill="none" vector-effect="non-scaling-stroke"/></svg>` +
    `<p class="xs faint">${formatMoney(bottom)}</p>` +
    `<p class="xs faint mt-3 flex justify-between"><span>${date(history.from)}</span><span>${date(history.today)}</span></p></figure>`
  );
}
