import { useState } from "react";
import { openAuth } from "#client/auth.ts";
import { call } from "#client/call.ts";
import { showToast } from "#client/toasts.ts";
import { currentViewer } from "#client/viewer.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";

/** Wishes for a store that is not here. A visitor joins first, and is told what for: wishes are counted by member. */
export function WishButton({ name }: { name: string }) {
  const t = useText();
  const { busy, failure, run } = useCall();
  const said = t("Noted. We first ask the stores that most members wish for.");
  const [wished, setWished] = useState(false);
  async function onWish() {
    const visits = !currentViewer().authenticated;
    if (visits) {
      const return_to = window.location.pathname + window.location.search;
      if (!(await openAuth("sm-register", { merchant_name: name, rate_text: "", return_to, wishes: true }))) return;
    }
    const sent = await run(() => call("/api/user/store-wishes", { json: { name } }));
    setWished(sent);
    // Who has just joined may be called to the first steps, where this button is not.
    if (sent && visits) showToast("good", said);
  }
  if (wished) {
    return (
      <Note kind="good" live>
        {said}
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
