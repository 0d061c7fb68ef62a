/** Log in and register as pages of their own: the same fields as in the dialog, and they work without script. */
import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { AuthPage } from "#client/viewer.ts";
import { Note } from "#ui/note.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { AuthForm, swapPath } from "./auth-form.tsx";
import type { AuthFailure } from "./form-faults.ts";
import { SocialRow } from "./social-row.tsx";

type Returned = { name: string; email: string; failures: readonly AuthFailure[] };

export function AuthCard({
  page,
  waits,
  product,
  returned,
  onDone,
}: {
  page: AuthPage;
  /** The guard sent the reader here and takes them back afterwards. */
  waits: boolean;
  /** What they wanted there, when it was to watch the price of a product. */
  product: string | null;
  returned: Returned | null;
  onDone: () => void;
}) {
  const t = useText();
  const navigate = useNavigate();
  const brought = (useLocation().state as { email?: string } | null)?.email ?? "";
  const email = useRef(returned?.email ?? brought);
  const lang = useLanguage() === "es" ? "en" : undefined;
  const login = page === "sm-login";
  return (
    <div className="wrap section-tight">
      <div className="card mx-auto w-full max-w-[27.5rem] p-6 sm:p-8">
        {waits && (
          <div className="mb-5">
            <Note kind="info">
              {product ? (
                <>
                  {login ? t("Log in to watch the price of") : t("Join to watch the price of")}{" "}
                  <b lang={lang}>{product}</b>.
                </>
              ) : (
                t("Log in first, and we'll take you to the page you wanted.")
              )}
            </Note>
          </div>
        )}
        <h1 className="text-2xl">{login ? t("Welcome back") : t("Create your free account")}</h1>
        <p className="small muted mt-1 mb-5">
          {login ? t("Log in to your passbook.") : t("So we know who to pay. No card needed.")}
        </p>
        <SocialRow />
        <AuthForm
          key={page}
          page={page}
          email={email.current}
          onEmail={(typed) => {
            email.current = typed;
          }}
          name={returned?.name ?? ""}
          {...(returned && { failures: returned.failures })}
          onDone={onDone}
        />
        <p className="small muted mt-[1.125rem] text-center">
          {login ? t("New here?") : t("Have an account?")}{" "}
          <a
            href={swapPath(page)}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              navigate(swapPath(page), { state: { email: email.current } });
            }}
          >
            {login ? t("Create a free account") : t("Log in")}
          </a>
        </p>
      </div>
    </div>
  );
}
