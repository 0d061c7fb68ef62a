import { useEffect, useRef, useState } from "react";
import { data, redirect, useFetcher, useRevalidator } from "react-router";
import type { AuthPage } from "#client/viewer.ts";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { BareFrame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import { rememberLine } from "../return-path.ts";
import type { Route } from "./+types/login-full-page";
import { AuthForm, swapPath } from "./auth/auth-form.tsx";
import { ConnectExtension } from "./connect-extension.tsx";
import { askPath, readAsk, targetOf } from "./full-page-target.ts";
import { ExtensionTooOld, titleOf, WrongTarget } from "./hand-over.tsx";

/** What the window says to the page that opened it; the web component listens for it. */
const MESSAGE = "tuppence-login";
/** A page with a login element of before closes no window. */
const HEARD_MS = 2_000;

export const handle = personalPage({ spanish: () => [import("./es.json"), import("./auth/es.json")] });
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => {
  const own = new Headers({ "x-robots-tag": "noindex", "referrer-policy": "same-origin" });
  const opener = loaderHeaders.get("cross-origin-opener-policy");
  if (opener) own.set("cross-origin-opener-policy", opener);
  return own;
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: loaderData?.wrong
      ? titleOf(t, "wrong")
      : loaderData?.ask === "too_old"
        ? titleOf(t, "too_old")
        : t("Log in"),
    description: t("Log in to your passbook."),
    path: "/login-full-page",
    noindex: true,
  }));

/**
 * `/login-full-page?redirect=` for in-app browsers, with `&challenge=` for the extension; `?origin=&state=` for the pop-up of the web
 * component on a partner's page. Each is checked against its list before anything is shown.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { member, publicUrl } = context.get(pageContext);
  const query = url.searchParams;
  const origin = query.get("origin");
  const asked = query.get("redirect");
  const page: AuthPage = query.get("page") === "sm-register" ? "sm-register" : "sm-login";
  const name = member?.name ?? null;
  const answer = {
    page,
    name,
    host: "",
    origin: "",
    next: "/account",
    wrong: false,
    ask: null as ReturnType<typeof readAsk> | null,
  };
  if (origin !== null) {
    if (!context.get(servicesContext).partners.isOrigin(origin, publicUrl))
      return data({ ...answer, wrong: true }, { status: 400 });
    // The window must still know who opened it, which our other pages cut off.
    return data(
      { ...answer, origin, host: new URL(origin).host },
      { headers: { "cross-origin-opener-policy": "unsafe-none" } },
    );
  }
  const target = targetOf(context, asked);
  if (asked !== null && !target) return data({ ...answer, wrong: true }, { status: 400 });
  if (target?.kind === "extension") {
    const ask = readAsk(target.origin, query.get("challenge"));
    if (ask === "too_old") return data({ ...answer, ask }, { status: 400 });
    const next = askPath(ask);
    return data({ ...answer, ask, next }, { headers: member ? {} : { "set-cookie": rememberLine(next, publicUrl) } });
  }
  const next = asked === null ? "/account" : `/login-full-page-redirect?redirect=${encodeURIComponent(asked)}`;
  if (member) throw redirect(next);
  // For readers without script, whose form is posted to /login.
  return data({ ...answer, next }, { headers: { "set-cookie": rememberLine(next, publicUrl) } });
}

/** The member agrees: to the extension, for which a code is made; or to go on to the partner, with a token that works once on that page alone. */
export async function action({ request, context }: Route.ActionArgs) {
  const { member, publicUrl } = context.get(pageContext);
  const { identity, partners } = context.get(servicesContext);
  const form = await request.formData();
  const nothing = { token: null as string | null, code: null as string | null };
  if (form.has("challenge")) {
    const target = targetOf(context, String(form.get("redirect")));
    const ask = target?.kind === "extension" ? readAsk(target.origin, String(form.get("challenge"))) : "too_old";
    if (!member || ask === "too_old") return data(nothing, { status: 403 });
    return data({ ...nothing, code: await identity.extensionCode(member, ask) });
  }
  const origin = String(form.get("origin") ?? "");
  if (!member || !partners.isOrigin(origin, publicUrl)) return data(nothing, { status: 403 });
  return data({ ...nothing, token: await identity.oneTimeToken(member.user_id, member.session_id) });
}

export default function LoginFullPage({ loaderData }: Route.ComponentProps) {
  const { wrong, ask, name } = loaderData;
  if (wrong) return <WrongTarget />;
  if (ask === "too_old") return <ExtensionTooOld />;
  if (ask) return name === null ? <BeforeAsking page={loaderData.page} /> : <ConnectExtension name={name} ask={ask} />;
  return loaderData.origin ? <PopUp {...loaderData} /> : <SignIn page={loaderData.page} next={loaderData.next} />;
}

/** Signed in here, they are asked on this page. */
function BeforeAsking({ page }: { page: AuthPage }) {
  const { revalidate } = useRevalidator();
  return (
    <BareFrame>
      <AuthBox page={page} onDone={() => void revalidate()} />
    </BareFrame>
  );
}

function SignIn({ page, next }: { page: AuthPage; next: string }) {
  return (
    <BareFrame>
      {/* A whole load: the place to go on to may be a page that leaves the site. */}
      <AuthBox page={page} onDone={() => window.location.assign(next)} />
    </BareFrame>
  );
}

function AuthBox({ page: first, onDone, host }: { page: AuthPage; onDone: () => void; host?: string }) {
  const t = useText();
  const [page, setPage] = useState(first);
  const email = useRef("");
  const login = page === "sm-login";
  return (
    <div className="wrap section-tight">
      {/* Pressed early, it waits for its script: another page would lose the window that opened this one. */}
      <div className="card mx-auto w-full max-w-[27.5rem] p-6 sm:p-8" data-by-script="">
        <h1 className="text-2xl">{login ? t("Welcome back") : t("Create your free account")}</h1>
        <p className="small muted mt-1 mb-5">
          {host
            ? t("Then you'll continue to {{host}}.", { host })
            : login
              ? t("Log in to your passbook.")
              : t("So we know who to pay. No card needed.")}
        </p>
        <AuthForm
          key={page}
          page={page}
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
            data-by-script=""
            onClick={(event) => {
              event.preventDefault();
              setPage(login ? "sm-register" : "sm-login");
            }}
          >
            {login ? t("Create a free account") : t("Log in")}
          </a>
        </p>
      </div>
    </div>
  );
}

/** Signed in by the form, the window goes on at once; somebody who is signed in already is asked first. */
function PopUp({ page, name, origin, host }: { page: AuthPage; name: string | null; origin: string; host: string }) {
  const t = useText();
  const fetcher = useFetcher<typeof action>();
  const { revalidate } = useRevalidator();
  const [opened, setOpened] = useState(true);
  const token = fetcher.data?.token ?? null;
  const agree = () => fetcher.submit({ origin }, { method: "post" });
  useEffect(() => {
    // It may go while somebody signs in.
    setOpened(window.opener !== null);
    if (!token || !window.opener) return;
    const state = new URLSearchParams(window.location.search).get("state") ?? "";
    // Only a page of this very origin hears it, whoever opened the window.
    window.opener.postMessage({ type: MESSAGE, token, state }, origin);
    // Who hears it closes this window: one that is gone by then is nobody's word, and the sign-in would be lost.
    const timer = setTimeout(() => window.close(), HEARD_MS);
    return () => clearTimeout(timer);
  }, [token, origin]);
  if (name === null)
    return (
      <BareFrame>
        <AuthBox
          page={page}
          host={host}
          onDone={() => {
            agree();
            revalidate();
          }}
        />
      </BareFrame>
    );
  return (
    <BareFrame>
      <div className="wrap wrap-narrow section grid justify-items-center text-center [--gap:1rem]">
        <h1>{t("Continue to {{host}}?", { host })}</h1>
        <p className="lead">{t("You're signed in as {{name}}. {{host}} will know who you are.", { name, host })}</p>
        {fetcher.data && !token && <Note kind="bad">{t("That didn't work. Close this window and start again.")}</Note>}
        {!opened && <Note kind="wait">{t("The page that opened this window is gone. You can close it.")}</Note>}
        {opened && (
          <Button
            look="primary"
            size="lg"
            busy={fetcher.state !== "idle" || token !== null}
            busyText={t("Continuing")}
            onClick={agree}
          >
            {t("Continue")}
          </Button>
        )}
        <ButtonLink look="quiet" href="/logout">
          {t("Use another account")}
        </ButtonLink>
      </div>
    </BareFrame>
  );
}
