/** When the server cannot be reached, the form stays as it is and says so; its key makes sure that it is paid once. */
import { translator } from "#ui/text.tsx";
import type { SwapReturned } from "./coin-swap.types.ts";

export async function keepForm(ask: () => Promise<SwapReturned>): Promise<SwapReturned> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Response) throw error;
    const t = translator(document.documentElement.lang === "es" ? "es" : "en");
    const text = t("We're sorry, but we are having technical difficulties, please try again in an hour");
    return { typed: null, fault: { field: null, text } };
  }
}
