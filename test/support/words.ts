/** The words of the interface in a language, as a reader sees them: journeys find things by these. */
import { readdirSync, readFileSync } from "node:fs";

const spanish: Record<string, string> = Object.assign(
  {},
  ...readdirSync("src/ui/es").map((file) => JSON.parse(readFileSync(`src/ui/es/${file}`, "utf8"))),
);

export type Say = (english: string, values?: Record<string, string>) => string;

export const speaker =
  (language: "en" | "es"): Say =>
  (english, values = {}) => {
    const text = language === "es" ? (spanish[english] ?? english) : english;
    return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  };
