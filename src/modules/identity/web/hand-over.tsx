/** The last step outside of the site: the app opens by itself, and by a button where browsers want one. */
import { useEffect } from "react";
import { ButtonLink } from "#ui/button.tsx";
import { BareFrame } from "#ui/shell/frame.tsx";
import { type Translate, useText } from "#ui/text.tsx";

/** What a page that leads on is called: what it says, by what came of what it was asked. */
export function titleOf(t: Translate, kind: string): string {
  if (kind === "wrong") return t("We don't recognize where this link leads");
  return kind === "too_old" ? t("Your extension is too old to sign in") : t("You're signed in");
}

export function HandOver({ link }: { link: string }) {
  const t = useText();
  useEffect(() => {
    // Without the app nothing happens, and the button stays.
    window.location.href = link;
  }, [link]);
  return (
    <BareFrame>
      <div className="wrap wrap-narrow section grid justify-items-center text-center [--gap:1rem]">
        <div role="status">
          <h1>{t("You're signed in")}</h1>
        </div>
        <p className="lead">{t("The app should open by itself now.")}</p>
        <ButtonLink look="primary" size="lg" href={link} data-document="">
          {t("Open the app")}
        </ButtonLink>
        <p className="small muted">
          {t("This works once, within ten minutes.")} {t("No app yet?")} <a href="/get-app">{t("Get the app")}</a>
        </p>
      </div>
    </BareFrame>
  );
}

/** An address that asks to be led somewhere we do not know: said in words, and nothing is done. */
export function WrongTarget() {
  const t = useText();
  return (
    <BareFrame>
      <div className="wrap wrap-narrow section grid justify-items-center text-center [--gap:1rem]">
        <h1>{t("We don't recognize where this link leads")}</h1>
        <p className="lead">
          {t("It wanted to send you to a site that isn't ours or a partner's after signing in, so we stopped here.")}
        </p>
        <ButtonLink look="primary" size="lg" href="/">
          {t("Go to the home page")}
        </ButtonLink>
      </div>
    </BareFrame>
  );
}

/** An extension that still wants a token in its address, which any program of the browser could read there. */
export function ExtensionTooOld() {
  const t = useText();
  return (
    <BareFrame>
      <div className="wrap wrap-narrow section grid justify-items-center text-center [--gap:1rem]">
        <h1>{t("Your extension is too old to sign in")}</h1>
        <p className="lead">
          {t("Update it on your browser's extensions page. Then press “Log in” in the extension again.")}
        </p>
        <ButtonLink look="primary" size="lg" href="/extension">
          {t("About the extension")}
        </ButtonLink>
      </div>
    </BareFrame>
  );
}
