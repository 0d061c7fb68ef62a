/** The last step outside of the site: the app or the extension opens by itself, and by a button where browsers want one. */
import { useEffect } from "react";
import { ButtonLink } from "#ui/button.tsx";
import { BareFrame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";

export function HandOver({ kind, link }: { kind: "app" | "extension"; link: string }) {
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
        <p className="lead">
          {kind === "app" ? t("The app should open by itself now.") : t("The extension should open by itself now.")}
        </p>
        <ButtonLink look="primary" size="lg" href={link} data-document="">
          {kind === "app" ? t("Open the app") : t("Back to the extension")}
        </ButtonLink>
        <p className="small muted">
          {t("This works once, within ten minutes.")}{" "}
          {kind === "app" && (
            <>
              {t("No app yet?")} <a href="/get-app">{t("Get the app")}</a>
            </>
          )}
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
