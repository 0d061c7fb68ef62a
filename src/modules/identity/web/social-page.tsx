/** The pages around signing in with another account: what went wrong and the way on, authenticating, linking, leaving. */
import { useEffect } from "react";
import { Button, ButtonLink } from "#ui/button.tsx";
import { DateText } from "#ui/date.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { FieldError } from "#ui/field.tsx";
import { ServiceIcon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { PasswordField } from "#ui/password-field.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import {
  PROVIDER_NAMES,
  SocialButtons,
  type SocialProviderName,
  socialPath,
  useSocialProviders,
} from "./auth/social-row.tsx";
import type { SocialView } from "./social-answer.ts";

/** Marks the address that forms are posted to: it shows what became of them and never sets out by itself. */
export const POSTED = "posted";

const nameOf = (provider: string) => PROVIDER_NAMES[provider as SocialProviderName] ?? provider;

export function SocialPage({ view }: { view: SocialView }) {
  return (
    <Frame>
      <div className="wrap section-tight">
        <div className="card mx-auto w-full max-w-[27.5rem] p-6 sm:p-8">
          <Part view={view} />
        </div>
      </div>
    </Frame>
  );
}

function Part({ view }: { view: SocialView }) {
  switch (view.kind) {
    case "failure":
      return <Failed view={view} />;
    case "authenticate":
      return <Authenticate view={view} />;
    case "link":
      return <LinkForm view={view} />;
    case "leave":
      return <Leaving view={view} />;
    case "deleted":
      return <Deleted view={view} />;
  }
}

type Of<K extends SocialView["kind"]> = Extract<SocialView, { kind: K }>;

function Failed({ view }: { view: Of<"failure"> }) {
  const t = useText();
  const provider = nameOf(view.provider);
  const denied = view.code === "social_denied";
  return (
    <div className="grid [--gap:1rem]">
      <h1 className="text-2xl">
        {denied
          ? t("You canceled signing in with {{provider}}", { provider })
          : t("{{provider}} didn't sign you in", { provider })}
      </h1>
      <Note kind={denied ? "info" : "bad"}>{view.message}</Note>
      <ButtonLink look="primary" block href={socialPath(view.provider as SocialProviderName, view.to)} data-document="">
        <ServiceIcon name={view.provider as SocialProviderName} />
        {t("Try again with {{provider}}", { provider })}
      </ButtonLink>
      <ButtonLink block href="/login">
        {t("Log in with email")}
      </ButtonLink>
    </div>
  );
}

/** Without script too: the form is posted to the page that set out. */
function Authenticate({ view }: { view: Of<"authenticate"> }) {
  const t = useText();
  const provider = nameOf(view.provider);
  const others = useSocialProviders().filter((name) => name !== view.provider);
  return (
    <form className="grid [--gap:1rem]" method="post" action={`/oauth/${view.provider}?${POSTED}`} noValidate>
      <h1 className="text-2xl">{t("Email already in use. Please authenticate.")}</h1>
      <p className="small muted">
        {t("{{email}} has an account here. Log in one more time, and {{provider}} opens it from now on.", {
          email: view.email,
          provider,
        })}
      </p>
      {view.failure && (
        <div role="alert">
          <FieldError>{view.failure}</FieldError>
        </div>
      )}
      <input type="hidden" name="intent" value="authenticate" />
      <input type="hidden" name="state" value={view.state} />
      <input type="hidden" name="to" value={view.to} />
      <EmailField login defaultValue={view.email} />
      <PasswordField label={t("Password")} name="password" aside={<a href="/password/reset">{t("Forgot it?")}</a>} />
      <Button type="submit" look="primary" size="lg" block>
        {t("Log in and link {{provider}}", { provider })}
      </Button>
      {others.length > 0 && (
        <div className="grid [--gap:0.75rem]">
          <p className="or">{t("or as you did before")}</p>
          <SocialButtons providers={others} to="/account/pss#linked-accounts" />
        </div>
      )}
    </form>
  );
}

function LinkForm({ view }: { view: Of<"link"> }) {
  const t = useText();
  const provider = nameOf(view.provider);
  return (
    <form className="grid [--gap:1rem]" method="post" action={`/oauth/${view.provider}?${POSTED}`} noValidate>
      <h1 className="text-2xl">{t("Link {{provider}}", { provider })}</h1>
      <p className="small muted">{t("Then you can sign in with it. First, we'll ask you to confirm it's you.")}</p>
      <input type="hidden" name="intent" value="link" />
      <input type="hidden" name="to" value={view.to} />
      {view.has_password ? (
        <PasswordField
          label={t("Your password")}
          name="password"
          {...(view.failure ? { error: view.failure.text } : {})}
        />
      ) : (
        view.failure && (
          <Note kind="bad" live>
            {view.failure.text}{" "}
            <a href="/login?again=1" data-document="">
              {t("Sign in again")}
            </a>
          </Note>
        )
      )}
      <Button type="submit" look="primary" size="lg" block>
        {t("Continue to {{provider}}", { provider })}
      </Button>
      <ButtonLink look="quiet" block href={view.to}>
        {t("Back")}
      </ButtonLink>
    </form>
  );
}

/** A posted form may not lead to another site by a redirect (`form-action 'self'`), so the page itself goes on. */
function Leaving({ view }: { view: Of<"leave"> }) {
  const t = useText();
  const provider = nameOf(view.provider);
  useEffect(() => window.location.replace(view.url), [view.url]);
  return (
    <div className="grid [--gap:1rem]">
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${view.url}`} />
      </noscript>
      <h1 className="text-2xl">{t("Taking you to {{provider}}", { provider })}</h1>
      <ButtonLink look="primary" block href={view.url}>
        {t("Continue to {{provider}}", { provider })}
      </ButtonLink>
    </div>
  );
}

function Deleted({ view }: { view: Of<"deleted"> }) {
  const t = useText();
  return (
    <div className="grid [--gap:1rem]">
      <h1 className="text-2xl">{t("Deleted")}</h1>
      <p>
        {t("What {{provider}} had told us about you was deleted on this day:", { provider: nameOf(view.provider) })}
      </p>
      <p>
        <DateText value={view.at} />
      </p>
      <p className="small muted">{t("Your account here stays open. You can delete it in Settings.")}</p>
    </div>
  );
}
