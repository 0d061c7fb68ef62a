/** What is said when the device or the browser itself would not make or show a passkey. */
import type { Translate } from "#ui/text.tsx";

/** "": its owner closed the question, which is no failure. Null: it was not the device. */
export function deviceWords(error: unknown, t: Translate): string | null {
  if (!(error instanceof Error)) return null;
  // The library keeps the browser's own error beside its words.
  const { name } = error.cause instanceof Error ? error.cause : error;
  if (name === "NotAllowedError" || name === "AbortError") return "";
  if (name === "InvalidStateError") return t("This device already has a passkey for your account.");
  if (name === "SecurityError" || name === "NotSupportedError")
    return t("Passkeys don't work in this browser at this address. Use your password.");
  return null;
}
