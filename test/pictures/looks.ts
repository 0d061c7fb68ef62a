/** The looks in which each place is pictured: whose brand, which language, how wide, and by which way it is seen. */

/** `screen`: light and dark. `print`: on paper. `bare`: without script. `large`: letters at twice their size. */
export const WAYS = ["screen", "print", "bare", "large"] as const;
export type Way = (typeof WAYS)[number];
type Language = "en" | "es";
export type Look = { brand: string; language: Language; way: Way; width: number };

/** What stands in the name of a picture, and each of which is one. */
export const MODES: Readonly<Record<Way, readonly string[]>> = {
  screen: ["light", "dark"],
  print: ["print"],
  bare: ["no script"],
  large: ["200 %"],
};

/** A sheet of letter paper with the browser's margins, in pixels of the page. */
const PAPER_PX = 720;
/** Twice as large, a window of 1,440 px has room for so much; so has a phone of 640 dots at the size that nobody may be cut off at. */
const LARGE_PX = [720, 320] as const;

/** Themes differ on screens and on paper; what no script and twice the size leave is the same in all, and Spanish words are the longer ones. */
const SEEN: Readonly<
  Record<Way, { widths: readonly number[]; home: readonly Language[]; others: readonly Language[] }>
> = {
  screen: { widths: [390, 1440], home: ["es", "en"], others: ["es", "en"] },
  print: { widths: [PAPER_PX], home: ["es", "en"], others: ["es"] },
  bare: { widths: [390], home: ["es"], others: [] },
  large: { widths: LARGE_PX, home: ["es"], others: [] },
};

/** Of each brand something is seen early. */
export const listLooks = (brands: readonly string[], home: string, ways: readonly Way[]): Look[] =>
  ways.flatMap((way) =>
    SEEN[way].widths.flatMap((width) =>
      (["es", "en"] as const).flatMap((language) =>
        brands
          .filter((brand) => SEEN[way][brand === home ? "home" : "others"].includes(language))
          .map((brand): Look => ({ brand, language, way, width })),
      ),
    ),
  );

/** What a picture is called: its place, and all that its look says. */
export const keyOf = (place: { name: string }, look: Look, mode: string): string =>
  [place.name, look.brand, look.language, mode, look.width].join(" / ");

/** The ways that `--look print --look bare` name; all without it. Throws for a word that is none. */
export function readWays(words: readonly string[]): readonly Way[] {
  const named = words.flatMap((word, at) => (words[at - 1] === "--look" ? [word] : []));
  const wrong = named.find((word) => !WAYS.some((way) => way === word));
  if (wrong !== undefined || words.at(-1) === "--look")
    throw new Error(`--look is followed by one of ${WAYS.join(", ")}, not by ${wrong ?? "nothing"}.`);
  return named.length ? WAYS.filter((way) => named.includes(way)) : WAYS;
}
