/** What a product's page and the list of awaited prices in the settings ask for: letters, another price, or no more letters. */
import type { Catalog } from "#catalog";
import type { Language } from "#ui/text.tsx";
import { CATALOG_REFUSALS } from "../../messages.ts";
import { parsePrice } from "../../price-rules.ts";

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

/** Of a product's page: what its form says next. Without an amount an alert that there is already keeps its own. */
export async function changeAlert(
  catalog: Pick<Catalog, "askForFalls" | "changeAlert" | "stopAlert">,
  asked: { user_id: string; slug: string; act: FormDataEntryValue | null; below: string },
): Promise<"on" | "off" | "full" | "price"> {
  const { user_id, slug, act, below } = asked;
  if (act === "off") {
    await catalog.stopAlert(user_id, slug);
    return "off";
  }
  if (below !== "" && parsePrice(below) === undefined) return "price";
  const outcome = await catalog.askForFalls(user_id, slug);
  if (!outcome.ok) return outcome.code === "too_many_alerts" ? "full" : "off";
  if (act === "set" || below !== "") await catalog.changeAlert(user_id, { slug, below });
  return "on";
}
