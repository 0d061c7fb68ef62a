/**
 * Calls of the console. Where one needs a fresh sign-in, or the session has ended, a dialog asks for the passkey and the call is made
 * once more: nothing that was typed is lost.
 */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { call } from "#client/call.ts";
import { CallError } from "#ui/call-error.ts";

export type AskAgain = "confirm" | "sign-in";

/** Set by the dialog that stands in the shell; true when they are signed in now. */
export const door: { ask: (why: AskAgain) => Promise<boolean> } = { ask: async () => false };

const WHY: Readonly<Record<string, AskAgain>> = { confirm_first: "confirm", not_an_operator: "sign-in" };

export const consoleCall = <T = { success: true }>(path: string, json: object = {}): Promise<T> =>
  asked(() => call<T>(path, { json }));

/** The same with a file. */
export const consoleSend = <T>(path: string, form: FormData): Promise<T> => asked(() => call<T>(path, { form }));

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const why = error instanceof CallError ? WHY[error.code] : undefined;
      if (!why || tries === 2 || !(await door.ask(why))) throw error;
    }
  }
}

/** The passkey of who signs in, or confirms. */
export async function askPasskey(path: "/api/console/sign-in" | "/api/console/confirm"): Promise<void> {
  const [{ startAuthentication }, { options }] = await Promise.all([
    import("@simplewebauthn/browser"),
    call<{ options: PublicKeyCredentialRequestOptionsJSON }>(`${path}/start`, { json: {} }),
  ]);
  const credential = await startAuthentication({ optionsJSON: options });
  await call(path, { json: { credential } });
}

/** Makes a passkey: the first by a link, others by who is signed in. */
export async function makePasskey(
  path: "/api/console/enrol" | "/api/console/passkeys",
  more: object,
  name: string,
): Promise<void> {
  const [{ startRegistration }, { options }] = await Promise.all([
    import("@simplewebauthn/browser"),
    consoleCall<{ options: PublicKeyCredentialCreationOptionsJSON }>(`${path}/start`, more),
  ]);
  const credential = await startRegistration({ optionsJSON: options });
  await consoleCall(path, { ...more, credential, name });
}

/** Why a call or the device did not do it, in words. */
export function reasonOf(error: unknown): string {
  if (error instanceof CallError && error.message) return error.message;
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError")
    return "Your device was not asked, or you said no. Try again.";
  if (name === "InvalidStateError") return "This device has a passkey for you already.";
  if (name === "NotSupportedError" || name === "SecurityError") return "Passkeys do not work in this browser here.";
  return "The server could not be reached. Nothing was lost: try again.";
}
