import { Fragment } from "react";
import type { RateLine } from "#catalog";
import { useLanguage } from "#ui/text.tsx";

/** Networks name kinds of things in English alone: what has no Spanish stays so, and is read aloud as English. */
export function RateName({ line: { name, name_es } }: { line: Pick<RateLine, "name" | "name_es"> }) {
  if (useLanguage() !== "es") return name;
  const told = name.split("; ");
  return name_es.split("; ").map((part, at) => (
    <Fragment key={part}>
      {at > 0 && "; "}
      {part === told[at] ? <span lang="en">{part}</span> : part}
    </Fragment>
  ));
}
