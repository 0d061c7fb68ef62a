/** A network's paper by programme, as a file or as somebody pastes it: pure. */
import { parseMajor } from "#platform/money";
import type { ProgrammePart } from "./store.ts";

const MAX_PARTS = 5_000;

/** A network's paper by programme: a header `programme,amount`, then a line for each. Null when it cannot be read whole. */
export function readProgrammes(text: string): ProgrammePart[] | null {
  const [header = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (header.trim() !== "programme,amount" || lines.length > MAX_PARTS) return null;
  // A programme may stand on several lines, one for each month or kind of commission.
  const parts = new Map<string, bigint>();
  for (const line of lines.filter((one) => one.trim() !== "")) {
    const [programme_id = "", amount = "", ...more] = line.split(",").map((part) => part.trim());
    const amount_minor = /^-?\d+(\.\d{1,2})?$/.test(amount) ? parseMajor(amount) : null;
    if (!/^\S{1,64}$/.test(programme_id) || amount_minor === null || more.length > 0) return null;
    parts.set(programme_id, (parts.get(programme_id) ?? 0n) + amount_minor);
  }
  return parts.size > 0 ? [...parts].map(([programme_id, amount_minor]) => ({ programme_id, amount_minor })) : null;
}
