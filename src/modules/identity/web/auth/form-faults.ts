/** What can be said of the fields of log in and register before the server is asked: all of it, in the order of the form. */
import type { AuthPage } from "#client/viewer.ts";
import type { Translate } from "#ui/text.tsx";
import { PASSWORD_MINIMUM } from "../../messages.ts";

/** Why it did not work: an error beside its field, or above the form when none is to blame (SPEC §8). */
export type AuthFailure = { field: string | null; text: string };

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function faultsOf(page: AuthPage, fields: FormData, t: Translate): AuthFailure[] {
  const text = (field: string) => String(fields.get(field) ?? "").trim();
  const fresh = page === "sm-register";
  const faults: AuthFailure[] = [];
  if (fresh && !text("name")) faults.push({ field: "name", text: t("Please enter your name") });
  if (!ADDRESS.test(text("email"))) faults.push({ field: "email", text: t("Invalid email address") });
  if (!fresh && !text("password")) faults.push({ field: "password", text: t("Enter your password.") });
  if (fresh && [...String(fields.get("password") ?? "")].length < PASSWORD_MINIMUM)
    faults.push({ field: "password", text: t("Use at least 8 characters. Several words are best.") });
  if (fresh && !fields.get("terms")) faults.push({ field: "terms", text: t("Please accept the Terms & Conditions") });
  return faults;
}
