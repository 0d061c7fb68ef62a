import type { RateLine } from "#catalog";
import { useLanguage } from "#ui/text.tsx";

/** Networks name kinds of things in English alone: what has no Spanish stays so, and is read aloud as English. */
export function RateName({ line: { name, name_es } }: { line: Pick<RateLine, "name" | "name_es"> }) {
  const told = name.split("; ");
  if (useLanguage() !== "es") return name;
  return name_es.split("; ").map((part, at) => (
    <span key={part} lang={part === told[at] ? "en" : undefined}>
      {(at ? "; " : "") + part}
    </span>
  ));
}
