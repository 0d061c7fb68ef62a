/** What the list of awaited prices in the settings asks for: another price, or no more letters. */
import type { Catalog } from "#catalog";
import type { Language } from "#ui/text.tsx";
import { CATALOG_REFUSALS } from "../../messages.ts";

/** `below`: what was typed, which stays in its field when it cannot be kept. */
export type AlertAnswer = { slug: string; below: string; error: string | null };

export async function changeAlerts(
  catalog: Pick<Catalog, "changeAlert" | "stopAlert">,
  userId: string,
  form: FormData,
  language: Language,
): Promise<{ answer: AlertAnswer; status: number }> {
  const [slug, below] = ["slug", "below"].map((name) => String(form.get(name) ?? "").slice(0, 200)) as [string, string];
  if (form.get("act") === "stop") {
    await catalog.stopAlert(userId, slug);
    return { answer: { slug, below, error: null }, status: 200 };
  }
  const outcome = await catalog.changeAlert(userId, { slug, below });
  if (outcome.ok) return { answer: { slug, below, error: null }, status: 200 };
  const { status, [language]: error } = CATALOG_REFUSALS[outcome.code];
  return { answer: { slug, below, error }, status };
}
