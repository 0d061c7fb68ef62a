/**
 * The lock: face, finger or the phone's own code, asked for when the app starts and when it was away for a while. It is asked for where
 * somebody is signed in, on phones that have one; a phone without a code of its own guards nothing that we could add to.
 */
import type { Phone } from "./phone.ts";

export const AWAY_MS = 5 * 60_000;
/** Kept by the phone for the app, so that the page it starts with can ask before the site is there. */
const SIGNED_IN = "signed_in";

type Language = "en" | "es";
const REASON = { en: "Unlock your passbook", es: "Desbloquea tu libreta" };

export const keepSignedIn = ({ Preferences }: Pick<Phone, "Preferences">, signedIn: boolean): Promise<void> =>
  signedIn ? Preferences.set({ key: SIGNED_IN, value: "1" }) : Preferences.remove({ key: SIGNED_IN });

/** True when the app may be seen. What cannot be asked of the phone stays shut only where it says that it has a lock. */
export async function unlock(
  { Preferences, BiometricAuthNative }: Pick<Phone, "Preferences" | "BiometricAuthNative">,
  language: Language,
): Promise<boolean> {
  const { value } = await Preferences.get({ key: SIGNED_IN });
  if (value === null) return true;
  const { isAvailable, deviceIsSecure } = await BiometricAuthNative.checkBiometry();
  if (!isAvailable && !deviceIsSecure) return true;
  try {
    await BiometricAuthNative.internalAuthenticate({
      reason: REASON[language],
      androidTitle: REASON[language],
      allowDeviceCredential: true,
    });
    return true;
  } catch {
    return false;
  }
}

/** Covers the page while the app is away, which is also what the list of open apps shows, and asks when it was away for long. */
export function watchAway(
  phone: Pick<Phone, "App" | "Preferences" | "BiometricAuthNative">,
  page: { cover: () => void; uncover: () => void; now: () => number; language: Language },
): { again: () => Promise<void> } {
  let leftAt: number | null = null;
  let asking = false;
  const again = async () => {
    // The phone's own question takes the app away for a moment: it must not be asked within itself.
    if (asking) return;
    asking = true;
    const seen = await unlock(phone, page.language).catch(() => false);
    asking = false;
    if (!seen) return;
    leftAt = null;
    page.uncover();
  };
  void phone.App.addListener("appStateChange", ({ isActive }) => {
    if (asking) return;
    if (!isActive) {
      leftAt ??= page.now();
      page.cover();
    } else if (leftAt === null || page.now() - leftAt < AWAY_MS) {
      leftAt = null;
      page.uncover();
    } else void again();
  });
  return { again };
}
