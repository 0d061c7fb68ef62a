/** The looks in which each place is pictured: whose brand, which language, how wide, and by which way it is seen. */

/**
 * `screen`: as it is. `print`: on paper. `bare`: without script. `large`: letters at twice their size. `axe`: by its rules, without a picture.
 * `lighthouse`: by its preset for phones, without a picture, one after the other: half a day of the others, so it is asked for by name.
 */
export const WAYS = ["screen", "print", "bare", "large", "axe", "lighthouse"] as const;
export type Way = (typeof WAYS)[number];
/** What is looked at when no way is named. */
export const BY_DEFAULT: readonly Way[] = WAYS.filter((way) => way !== "lighthouse");
type Language = "en" | "es";
export type Look = { brand: string; language: Language; way: Way; width: number };
export type Mode = { called: string; scheme: "light" | "dark" };

const inBoth = (called: string): readonly Mode[] =>
  (["light", "dark"] as const).map((scheme) => ({ called: `${called} ${scheme}`.trim(), scheme }));

/** What stands in the name of a picture, and each of which is one. Paper is light. */
export const MODES = {
  screen: inBoth(""),
  print: [{ called: "print", scheme: "light" }],
  bare: inBoth("no script"),
  large: inBoth("200 %"),
  axe: inBoth("axe"),
  // Colors are all that the dark changes, and axe asks about those.
  lighthouse: [{ called: "lighthouse", scheme: "light" }],
} as const satisfies Readonly<Record<Way, readonly Mode[]>>;

/** Windows that open over a page need a script, and are on no paper. */
const WITH_WINDOWS: ReadonlySet<Way> = new Set(["screen", "large", "axe"]);
/** Where the head of a page is wide enough for all of its places (`site.css`). */
const WIDE_PX = 1_200;
type Opens = { opens?: { words: string } | { css: string; narrow?: true } };

/** Whether a place is there in a look; a page itself always is. */
export const showsWindow = ({ opens }: Opens, { way, width }: Look): boolean =>
  opens === undefined || (WITH_WINDOWS.has(way) && !("narrow" in opens && width >= WIDE_PX));

/**
 * Paper is a sheet of letter within the browser's margins. Twice as large, a window of 1,440 px has room for 720; so has a phone
 * of 640 dots for 320, the size that nobody may be cut off at.
 */
const WIDTHS_PX: Readonly<Record<Way, readonly number[]>> = {
  screen: [390, 1440],
  print: [720],
  bare: [390],
  large: [720, 320],
  axe: [390],
  lighthouse: [412],
};

/** Of each brand, and so of each theme, something is seen early. */
export const listLooks = (brands: readonly string[], ways: readonly Way[]): Look[] =>
  ways.flatMap((way) =>
    WIDTHS_PX[way].flatMap((width) =>
      (["es", "en"] as const).flatMap((language) => brands.map((brand): Look => ({ brand, language, way, width }))),
    ),
  );

/** What a picture is called: its place, and all that its look says. */
export const keyOf = (place: { name: string }, look: Look, mode: Mode): string =>
  [place.name, look.brand, look.language, mode.called, look.width].join(" / ");

/** The ways that `--look print --look bare` name; without it all that do not take hours. Throws for a word that is none. */
export function readWays(words: readonly string[]): readonly Way[] {
  const named = words.flatMap((word, at) => (words[at - 1] === "--look" ? [word] : []));
  const wrong = named.find((word) => !WAYS.some((way) => way === word));
  if (wrong !== undefined || words.at(-1) === "--look")
    throw new Error(`--look is followed by one of ${WAYS.join(", ")}, not by ${wrong ?? "nothing"}.`);
  return named.length ? WAYS.filter((way) => named.includes(way)) : BY_DEFAULT;
}
