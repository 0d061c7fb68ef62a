/** The words of the interface in a language, as a reader sees them: journeys find things by these. */
import { globSync, readFileSync } from "node:fs";

/** Every file of Spanish, with its texts: each lies with the screens that say them. */
export const spanishFiles: { file: string; texts: Record<string, string> }[] = globSync("src/**/es.json")
  .toSorted()
  .map((file) => ({ file, texts: JSON.parse(readFileSync(file, "utf8")) }));

const spanish: Record<string, string> = Object.assign({}, ...spanishFiles.map(({ texts }) => texts));

export type Say = (english: string, values?: Record<string, string>) => string;

export const speaker =
  (language: "en" | "es"): Say =>
  (english, values = {}) => {
    const text = language === "es" ? (spanish[english] ?? english) : english;
    return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  };
