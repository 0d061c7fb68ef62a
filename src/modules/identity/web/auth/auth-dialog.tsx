/** The login and register dialog (SPEC §2 "Guards and modals"). Loaded by auth-host.tsx when somebody first opens it. */
import { Dialog as Base } from "@base-ui/react/dialog";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { closeAuth } from "#client/auth.ts";
import { inDebug } from "#client/in-debug.ts";
import type { AuthPage, Waiting } from "#client/viewer.ts";
import { useHeldPage } from "#ui/hold-page.ts";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { needSpanish, useText } from "#ui/text.tsx";
import { AuthForm, firstEmpty, swapPath } from "./auth-form.tsx";
import { SocialRow } from "./social-row.tsx";

needSpanish(() => [import("./es.json")]);

function WaitingNote({ waiting }: { waiting: Waiting }) {
  const t = useText();
  const { rate_text: rate, merchant_name: store } = waiting;
  if (waiting.keeps)
    return (
      <div className="mr-10 mb-[1.125rem]">
        <Note kind="good" icon="heart">
          {t("{{store}} will be saved in your stores.", { store })}
        </Note>
      </div>
    );
  if (waiting.wishes)
    return (
      <div className="mr-10 mb-[1.125rem]">
        <Note kind="good" icon="heart">
          {t("We will note that you want {{store}} here.", { store })}
        </Note>
      </div>
    );
  if (waiting.pays)
    return (
      <div className="mr-10 mb-[1.125rem]">
        <Note kind="good" icon="coins">
          {t("{{coins}} from {{offer}} are waiting on the other side.", { coins: rate, offer: store })}
        </Note>
      </div>
    );
  return (
    <div className="mr-10 mb-[1.125rem]">
      <Note kind="good" icon="badge-percent">
        <b>
          {rate
            ? t("{{rate}} back at {{store}}", { rate: rate.charAt(0).toUpperCase() + rate.slice(1), store })
            : t("Your coupon at {{store}}", { store })}
        </b>{" "}
        {t("is waiting on the other side.")}
      </Note>
    </div>
  );
}

export default function AuthDialog({ page: first, waiting }: { page: AuthPage; waiting: Waiting | null }) {
  const t = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(true);
  const [page, setPage] = useState(first);
  const { hold, release } = useHeldPage();
  const email = useRef("");
  const form = useRef<HTMLFormElement>(null);
  const swapped = useRef(false);
  const leaving = useRef(false);
  const login = page === "sm-login";

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other page has other fields, so the focus moves on.
  useEffect(() => {
    if (swapped.current) firstEmpty(form.current)?.focus();
  }, [page]);

  async function onDone() {
    // The login page itself knows where its reader was headed.
    const to = waiting?.return_to ?? (/^\/(login|register)$/.test(pathname) ? pathname : null);
    release();
    leaving.current = to !== null;
    setOpen(false);
    if (!to) return;
    // The dialog counts as open until its reader has arrived: nobody is called elsewhere on the way to a store.
    await navigate(inDebug(to));
    closeAuth();
  }

  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) release();
        setOpen(next);
      }}
      onOpenChangeComplete={(next) => !next && !leaving.current && closeAuth()}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim-ground" />
        <Base.Viewport className="scrim-view">
          <Base.Popup className="dialog dialog-sm" onFocus={hold} initialFocus={() => firstEmpty(form.current)}>
            <Base.Close className="close" aria-label={t("Close")}>
              <Icon name="x" />
            </Base.Close>
            <div className="dialog-head">
              {waiting && <WaitingNote waiting={waiting} />}
              <Base.Title>{login ? t("Welcome back") : t("Create your free account")}</Base.Title>
              <Base.Description className="small muted mt-1">
                {login ? t("Log in to your passbook.") : t("So we know who to pay. No card needed.")}
              </Base.Description>
            </div>
            <div className="dialog-body">
              <SocialRow to={waiting?.return_to ?? pathname} />
              <AuthForm
                key={page}
                form={form}
                page={page}
                store={waiting?.keeps || waiting?.wishes ? undefined : waiting?.merchant_name}
                email={email.current}
                onEmail={(typed) => {
                  email.current = typed;
                }}
                onDone={onDone}
              />
              <p className="small muted mt-[1.125rem] text-center">
                {login ? t("New here?") : t("Have an account?")}{" "}
                <a
                  href={swapPath(page)}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    swapped.current = true;
                    setPage(login ? "sm-register" : "sm-login");
                  }}
                >
                  {login ? t("Create a free account") : t("Log in")}
                </a>
              </p>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
