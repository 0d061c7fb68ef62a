/** The two prompts and the dialog that says that the extension is there already. Loaded by extension-host.tsx. */
import { useEffect, useState } from "react";
import { readCookie, writeCookie } from "#client/cookies.ts";
import { browserOf, extensionIsThere, type StoreBrowser } from "#client/extension.ts";
import { track } from "#client/track.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Icon, ServiceIcon } from "#ui/icon.tsx";
import { useBrand } from "#ui/shell/brand.tsx";
import { needSpanish, useText } from "#ui/text.tsx";
import { ASKED, EXTENSION_DIALOG_MS, EXTENSION_DISMISS_DAYS, NOES } from "./prompt-rules.ts";

needSpanish(() => [import("./es.json")]);

type Props = { kind: "first" | "second"; stores: Record<StoreBrowser, string>; onEnd: () => void };

const NAMES: Record<StoreBrowser, string> = { chrome: "Chrome", firefox: "Firefox", edge: "Edge" };

/** SPEC §4: no X where a referral system is on the page and a code is set. "No thanks" and Esc always stay. */
const isClosable = () => !(document.querySelector("[data-referral-system]") && readCookie("referral_code"));

export default function ExtensionPrompt({ kind, stores, onEnd: close }: Props) {
  const [there, setThere] = useState(false);
  const browser = browserOf(navigator.userAgent) ?? "chrome";
  useEffect(() => track("extension_prompt", { label: kind }), [kind]);
  function onEnd() {
    sessionStorage.setItem(ASKED, "1");
    close();
  }
  function decline() {
    const seconds = EXTENSION_DISMISS_DAYS * 86_400;
    writeCookie("dismissed_extension_install", kind === "first" ? "1" : "2", seconds);
    localStorage.setItem(NOES, String(Number(localStorage.getItem(NOES) ?? 0) + 1));
    onEnd();
  }
  function accept() {
    if (extensionIsThere()) {
      setThere(true);
      return;
    }
    window.open(stores[browser], "_blank", "noopener");
    onEnd();
  }
  if (there) return <AlreadyInstalled onEnd={onEnd} />;
  const parts = { browser, accept, decline, closable: isClosable() };
  return kind === "first" ? <First {...parts} /> : <Second {...parts} />;
}

type Parts = { browser: StoreBrowser; accept: () => void; decline: () => void; closable: boolean };

function Words() {
  const t = useText();
  return (
    <p className="small muted">
      {t(
        "At checkout it tries every code we know and turns on cash back when you press its button. Stores pay us a commission for that, and we track your share. It only runs on store pages.",
      )}
    </p>
  );
}

function Choice({ browser, accept, decline }: Parts) {
  const t = useText();
  const brand = useBrand();
  return (
    <>
      <div className="two mt-4">
        <Button look="primary" onClick={accept}>
          {browser === "edge" ? (
            <Icon name="globe" size="sm" />
          ) : (
            <ServiceIcon name={browser === "chrome" ? "googlechrome" : "firefoxbrowser"} />
          )}
          {t("Add to {{browser}}", { browser: NAMES[browser] })}
        </Button>
        <Button onClick={decline}>{t("No thanks")}</Button>
      </div>
      <p className="xs faint mt-3">
        {t("Free, from {{browser}}'s own store, by {{brand}}.", { browser: NAMES[browser], brand: brand.name })}{" "}
        <a href="/terms">{t("Terms")}</a> · <a href="/privacy-policy">{t("Privacy policy")}</a>
      </p>
    </>
  );
}

/** Not modal: it stands beside the page and takes no focus. Esc says no, unless it is meant for something else. */
function First(parts: Parts) {
  const t = useText();
  const { decline, closable } = parts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("[role=dialog]")) return;
      if (event.target instanceof HTMLElement && event.target.matches("input, textarea, select")) return;
      decline();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
  return (
    <aside
      className="card fixed right-4 bottom-[calc(1rem+var(--consent,0px))] z-(--tp-z-menu) w-[min(24rem,calc(100vw-2rem))] p-5 shadow-(--tp-shadow-3)"
      aria-labelledby="extension-prompt"
    >
      <div className="row between items-start">
        <h2 id="extension-prompt" className="text-lg">
          {t("The extension tries the codes for you")}
        </h2>
        {closable && (
          <Button look="quiet" size="sm" square aria-label={t("Close")} onClick={decline}>
            <Icon name="x" size="sm" />
          </Button>
        )}
      </div>
      <div className="mt-2">
        <Words />
      </div>
      <Choice {...parts} />
    </aside>
  );
}

function Second(parts: Parts) {
  const t = useText();
  return (
    <Dialog open onClose={parts.decline} size="sm" closable={parts.closable} title={t("Never look for a code again")}>
      <Words />
      <Choice {...parts} />
    </Dialog>
  );
}

/** SPEC §9: stays 1.5 s. */
export function AlreadyInstalled({ onEnd }: { onEnd: () => void }) {
  const t = useText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted from its opening, once.
  useEffect(() => {
    const timer = setTimeout(onEnd, EXTENSION_DIALOG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog open onClose={onEnd} size="sm" title={t("Extension is already installed on your browser")}>
      <p className="row muted" role="status">
        <Icon name="circle-check" />
        {t("You're all set. It will work at the next store.")}
      </p>
    </Dialog>
  );
}
