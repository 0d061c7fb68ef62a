import { useEffect, useState } from "react";
import { Form, redirect, useLocation, useNavigation } from "react-router";
import { asPublic } from "#client/public-user-id.ts";
import { ONBOARDING_DUE } from "#client/session.ts";
import { pageContext, servicesContext } from "#services";
import { Button } from "#ui/button.tsx";
import { CentTrail, type TrailStop } from "#ui/cent-trail.tsx";
import { formatDate, useHydrated } from "#ui/date.tsx";
import { ErrorState } from "#ui/empty.tsx";
import { Icon } from "#ui/icon.tsx";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Receipt } from "#ui/receipt.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { backFrom, ONBOARDING } from "../modules/identity/web/session/onboarding-rules.ts";
import type { Route } from "./+types/onboarding";
import { requireMember } from "./member-guard.ts";

const STORES_SHOWN = 16;
const COMPLETED_DAYS = 365;

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, ({ t }) => ({
    title: loaderData?.stores.length === 0 ? t("Your account is ready") : t("Which stores do you use?"),
    description: t("They come first on your home page. Pick three or more, or skip."),
    path: ONBOARDING,
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const { catalog } = context.get(servicesContext);
  const { items } = await catalog.stores({ sort: "popular", page: 1 });
  return {
    name: member.name,
    verified: member.is_verified,
    joined_at: member.created_at.toISOString(),
    stores: items
      .slice(0, STORES_SHOWN)
      .map(({ internal_name, name, logo_url }) => ({ internal_name, name, logo_url })),
  };
}

/**
 * Picked or skipped, the first steps are over: SPEC §3 `coin_onboarding` 1 and the cookie `onboarding_completed`, which says whose: the
 * next new member of this browser has theirs.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const member = await requireMember(context, url);
  const { catalog, identity } = context.get(servicesContext);
  const { publicUrl } = context.get(pageContext);
  const form = await request.formData();
  const picked = form.get("skip") ? [] : form.getAll("store").map(String).slice(0, STORES_SHOWN);
  // A store that is gone since the page was opened is left out; the others are kept.
  for (const name of new Set(picked)) await catalog.keepFavourite(member.user_id, name.slice(0, 120));
  await identity.completeOnboarding(member.user_id);
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  throw redirect(backFrom(form.get("to")), {
    status: 303,
    headers: {
      "set-cookie": `onboarding_completed=${asPublic(member.user_id)}; Path=/; Max-Age=${COMPLETED_DAYS * 86_400}; SameSite=Lax${secure}`,
    },
  });
}

type Store = Route.ComponentProps["loaderData"]["stores"][number];

export default function Onboarding({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const navigation = useNavigation();
  const from = backFrom((useLocation().state as { from?: string } | null)?.from);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const busy = navigation.state === "submitting";
  /** Nobody is asked for what is not there. */
  const some = loaderData.stores.length > 0;
  const skipping = navigation.formData?.get("skip") === "1";
  // Who came here by themselves is not sent here once more.
  useEffect(() => sessionStorage.removeItem(ONBOARDING_DUE), []);
  const toggle = (name: string) =>
    setPicked((before) => {
      const next = new Set(before);
      if (!next.delete(name)) next.add(name);
      return next;
    });
  return (
    <Frame>
      <div className="wrap section-tight">
        <div className="layout-2 mx-auto max-w-[66rem]">
          <Form method="post">
            <input type="hidden" name="to" value={from} />
            {some ? (
              <>
                <p className="small muted mb-2">{t("One step, about a minute")}</p>
                <h1>{t("Which stores do you use?")}</h1>
                <p className="muted mt-2">{t("They come first on your home page. Pick three or more, or skip.")}</p>
                <fieldset className="pick-grid mt-7">
                  <legend className="sr">{t("Stores")}</legend>
                  {loaderData.stores.map((store) => (
                    <PickStore key={store.internal_name} store={store} onToggle={toggle} />
                  ))}
                </fieldset>
              </>
            ) : (
              <>
                <h1>{t("Your account is ready")}</h1>
                <p className="muted mt-2">
                  {t("No stores are here yet. Once there are, you can save your favorites.")}
                </p>
              </>
            )}
            <div className="row row-wrap between mt-8">
              {some && (
                <Button
                  type="submit"
                  look="quiet"
                  name="skip"
                  value="1"
                  busy={busy && skipping}
                  busyText={t("Skipping")}
                >
                  {t("Skip this step")}
                </Button>
              )}
              <span className="row grow justify-end [--gap:0px]">
                {/* Its space goes with its words: without any, the button stands where the text above it begins. */}
                <span className="small muted me-3 empty:me-0" role="status">
                  {picked.size > 0 && t("{{count}} picked", { count: picked.size })}
                </span>
                <Button
                  type="submit"
                  look="primary"
                  size="lg"
                  className="max-sm:grow"
                  busy={busy && !skipping}
                  busyText={t("Saving your stores")}
                >
                  {t("Continue")}
                </Button>
              </span>
            </div>
          </Form>
          <SettingUp {...loaderData} />
        </div>
      </div>
    </Frame>
  );
}

/** A real checkbox below the tile, so that it works from the keyboard, for screen readers and without script. */
function PickStore({ store, onToggle }: { store: Store; onToggle: (name: string) => void }) {
  return (
    <label className="pick-store">
      <input
        className="sr"
        type="checkbox"
        name="store"
        value={store.internal_name}
        onChange={() => onToggle(store.internal_name)}
      />
      <span className="tick" aria-hidden="true">
        <Icon name="check" size="sm" />
      </span>
      <MerchantTile name={store.name} logo={store.logo_url} />
      <b>{store.name}</b>
    </label>
  );
}

function SettingUp({ name, verified, joined_at, stores }: Route.ComponentProps["loaderData"]) {
  const t = useText();
  const language = useLanguage();
  const local = useHydrated();
  const stops: TrailStop[] = [
    verified
      ? { state: "done", step: t("Email confirmed") }
      : { state: "todo", icon: "mail", step: t("Confirm your email"), when: t("The link is in your mailbox") },
    ...(stores.length > 0 ? [{ state: "now", step: t("Your stores"), when: t("You are here") } as const] : []),
    {
      state: "todo",
      icon: "store",
      step: t("Your first order"),
      when: t("Start at a store's page here"),
    },
  ];
  return (
    <aside>
      <Receipt
        title={t("Setting up")}
        meta={[name.toUpperCase(), formatDate(joined_at, language, "slip", local).toUpperCase()]}
      >
        <CentTrail stops={stops} upright className="mt-5" />
        <p className="small muted mt-4">
          {t("Nothing here is needed to get cash back. You can change your stores at any time.")}
        </p>
      </Receipt>
    </aside>
  );
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return (
    <Frame>
      <div className="wrap section">
        <ErrorState retryHref={pathname} />
      </div>
    </Frame>
  );
}
