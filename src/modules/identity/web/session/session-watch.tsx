/** Stands once, in the root: follows who is signed in over navigations, and sends new members to their first steps. */
import { useEffect } from "react";
import { useLocation, useMatches, useNavigate, useNavigation } from "react-router";
import { session } from "#client/call.ts";
import { inDebug } from "#client/in-debug.ts";
import { followCookie, ONBOARDING_DUE, type PageAccess, setPageAccess } from "#client/session.ts";
import { useViewer } from "#client/viewer.ts";

const gone = () => import("./session-gone.ts");
session.doubted = () => void gone().then((part) => part.checkSession());
session.returned = (left) => void gone().then((part) => part.takeUp(left));
session.failed = (said) => void gone().then((part) => part.sayFailure(said));

export function SessionWatch() {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const navigate = useNavigate();
  const { authenticated, user, balances, auth } = useViewer();
  const handle = useMatches().findLast((match) => match.handle)?.handle as { access?: PageAccess } | undefined;
  const access = handle?.access ?? "public";

  useEffect(() => setPageAccess(access), [access]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked at every page that is come to.
  useEffect(followCookie, [pathname]);

  useEffect(() => {
    if (sessionStorage.getItem("logged_out")) void gone().then((part) => part.sayLoggedOut());
  }, []);

  // The guard sends only visitors here: who is still a member in this window is none for the server.
  useEffect(() => {
    if (authenticated && pathname === "/login") session.doubted();
  }, [authenticated, pathname]);

  useEffect(() => {
    // The modal, what waits behind it, a navigation under way and the member's own sums come first: nobody is called away from going
    // shopping, and no page is left half drawn.
    if (!user || !balances || auth || state !== "idle" || !sessionStorage.getItem(ONBOARDING_DUE)) return;
    let left = false;
    // Only new members load the rules.
    void import("./onboarding-rules.ts").then(({ ONBOARDING, isCalled }) => {
      if (left || !isCalled(user, pathname)) return;
      sessionStorage.removeItem(ONBOARDING_DUE);
      navigate(inDebug(ONBOARDING), { state: { from: location.pathname + location.search } });
    });
    return () => {
      left = true;
    };
  }, [user, balances, auth, state, pathname, navigate]);
  return null;
}
