import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { useEffect, useState } from "react";
import { adopt } from "#client/auth.ts";
import { call } from "#client/call.ts";
import type { LoginData } from "#client/session.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/text.tsx";
import { failureOf } from "#ui/use-call.ts";
import { deviceWords } from "../device-words.ts";

/** Shown where the browser can do it. The library comes with the press. */
export function PasskeyButton({ onDone, onFailure }: { onDone: () => void; onFailure: (text: string) => void }) {
  const t = useText();
  const [able, setAble] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => setAble(typeof window.PublicKeyCredential === "function"), []);
  if (!able) return null;
  async function onClick() {
    if (busy) return;
    setBusy(true);
    try {
      const [{ startAuthentication }, { options }] = await Promise.all([
        import("@simplewebauthn/browser"),
        call<{ options: PublicKeyCredentialRequestOptionsJSON }>("/api/web/passkey/start", {
          json: {},
        }),
      ]);
      const credential = await startAuthentication({ optionsJSON: options });
      await adopt(await call<LoginData>("/api/web/passkey", { json: { credential } }));
      onDone();
    } catch (error) {
      const words = deviceWords(error, t) ?? failureOf(error, t).text;
      if (words) onFailure(words);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button block busy={busy} busyText={t("Asking your device")} onClick={onClick}>
      {t("Sign in with a passkey")}
    </Button>
  );
}
