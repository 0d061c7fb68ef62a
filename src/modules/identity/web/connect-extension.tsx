/**
 * Asks the member whether the extension in this browser may be signed in as them, and hands it a code on this very page: it is in no
 * address, so that no history, no redirect and no program that only sees addresses has it. What hears it is the extension's own script
 * on our pages; alone it opens nothing (decision 0072).
 */
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { BareFrame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { ExtensionAsk } from "./full-page-target.ts";

/** Said by this page, and by the extension's script: `extension/src/entrypoints/site.content.ts` knows both. */
const CODE = "tuppence-extension-code";
const ANSWER = "tuppence-extension-answer";
/** Its exchange is one call of ours. */
const SILENT_MS = 15_000;

/** How the extension's exchange went, by its own word: codes of refusals, and what only the extension knows. */
type Told = "done" | "silent" | (string & {});

export function ConnectExtension({ name, ask }: { name: string; ask: ExtensionAsk }) {
  const t = useText();
  const fetcher = useFetcher<{ code: string | null }>();
  const [told, setTold] = useState<Told | null>(null);
  const code = fetcher.data?.code ?? null;
  const { challenge, origin } = ask;
  useEffect(() => {
    if (!code) return;
    const listen = (event: MessageEvent) => {
      const answer = event.data as { type?: unknown; challenge?: unknown; why?: unknown } | null;
      if (event.source !== window || answer?.type !== ANSWER || answer.challenge !== challenge) return;
      setTold(typeof answer.why === "string" ? answer.why : "done");
    };
    window.addEventListener("message", listen);
    window.postMessage({ type: CODE, code, challenge }, window.location.origin);
    const late = setTimeout(() => setTold((now) => now ?? "silent"), SILENT_MS);
    return () => {
      window.removeEventListener("message", listen);
      clearTimeout(late);
    };
  }, [code, challenge]);
  if (told === "done")
    return (
      <Middle>
        <div role="status">
          <h1>{t("The extension is signed in")}</h1>
        </div>
        <p className="lead">{t("You can close this tab. Signing out here signs the extension out, too.")}</p>
      </Middle>
    );
  const failed = told !== null || (fetcher.data !== undefined && !code);
  return (
    <Middle>
      <h1>{t("Sign in the extension?")}</h1>
      <p className="lead">
        {t(
          "The extension in this browser will be signed in as {{name}}: it shows your balance, keeps your stores and sets price alerts. It can't move money.",
          { name },
        )}
      </p>
      <p className="small muted break-all">
        {t("Go on only if you pressed “Log in” in the extension just now. It asked as {{origin}}.", { origin })}
      </p>
      {failed ? (
        <Note kind="bad">
          <Why told={told} />
        </Note>
      ) : (
        <Button
          look="primary"
          size="lg"
          busy={fetcher.state !== "idle" || code !== null}
          busyText={t("Continuing")}
          onClick={() => fetcher.submit({ redirect: `${origin}/`, challenge }, { method: "post" })}
        >
          {t("Continue")}
        </Button>
      )}
      <ButtonLink look="quiet" href="/logout">
        {t("Use another account")}
      </ButtonLink>
    </Middle>
  );
}

const Middle = ({ children }: { children: React.ReactNode }) => (
  <BareFrame>
    <div className="wrap wrap-narrow section grid justify-items-center text-center [--gap:1rem]">{children}</div>
  </BareFrame>
);

function Why({ told }: { told: Told | null }) {
  const t = useText();
  if (told === "silent")
    return t("The extension didn't answer. Check that it's on and may use this site, then press “Log in” in it again.");
  if (told === "not_asked" || told === "extension_code_unproven" || told === "extension_code_elsewhere")
    return t("The extension in this browser didn't ask for this sign-in. Press “Log in” in it again.");
  if (told === "extension_code_used" || told === "extension_code_expired" || told === "extension_code_unknown")
    return t("This sign-in was used already or took too long. Press “Log in” in the extension again.");
  if (told === null || told === "extension_signed_out")
    return t("You signed out in the meantime. Log in again, then press “Log in” in the extension.");
  return t("The extension couldn't reach us. Check your connection, then press “Log in” in it again.");
}
