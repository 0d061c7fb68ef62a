import { useState } from "react";
import { openAuth } from "#client/auth.ts";
import { call } from "#client/call.ts";
import { currentViewer } from "#client/viewer.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";

/** Wishes for a store that is not here. A visitor joins first, and is told what for: wishes are counted by member. */
export function WishButton({ name }: { name: string }) {
  const t = useText();
  const { busy, failure, run } = useCall();
  const [wished, setWished] = useState(false);
  async function onWish() {
    if (!currentViewer().authenticated) {
      const return_to = window.location.pathname + window.location.search;
      if (!(await openAuth("sm-register", { merchant_name: name, rate_text: "", return_to, wishes: true }))) return;
    }
    setWished(await run(() => call("/api/user/store-wishes", { json: { name } })));
  }
  if (wished) {
    return (
      <Note kind="good" live>
        {t("Noted. We first ask the stores that most members wish for.")}
      </Note>
    );
  }
  return (
    <>
      <Button size="sm" onClick={() => void onWish()} aria-disabled={busy || undefined} aria-busy={busy || undefined}>
        {t("I want {{store}} here", { store: name })}
      </Button>
      {failure && (
        <Note kind="bad" live>
          {failure.text}
        </Note>
      )}
    </>
  );
}
