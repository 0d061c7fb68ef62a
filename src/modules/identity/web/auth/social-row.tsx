/** "Google · Apple · Facebook, or with email": plain links, so that they work without script (design mockups 14, 15). */
import { useLocation, useRouteLoaderData } from "react-router";
import { ServiceIcon } from "#ui/icon.tsx";
import { LinkedText } from "#ui/linked-text.tsx";
import { useText } from "#ui/text.tsx";

export type SocialProviderName = "google" | "apple" | "facebook";
export const PROVIDER_NAMES: Readonly<Record<SocialProviderName, string>> = {
  google: "Google",
  apple: "Apple",
  facebook: "Facebook",
};

/** Which providers are set up: the same for every reader, so that a cached page may say it. */
export function useSocialProviders(): readonly SocialProviderName[] {
  const root = useRouteLoaderData("root") as { social?: SocialProviderName[] } | undefined;
  return root?.social ?? [];
}

export const socialPath = (provider: SocialProviderName, to?: string | null, again = false): string => {
  const query = new URLSearchParams({ ...(to ? { to } : {}), ...(again ? { again: "1" } : {}) });
  return `/oauth/${provider}${query.size ? `?${query}` : ""}`;
};

/** Where members who were asked to sign in once more do what they were asked for. */
const SETTINGS = "/account/pss";

export function SocialButtons({
  providers,
  to,
}: {
  providers: readonly SocialProviderName[];
  to?: string | null | undefined;
}) {
  const t = useText();
  // A member without a password proves who they are by signing in once more (`/login?again=1`).
  const again = new URLSearchParams(useLocation().search).get("again") === "1";
  return (
    <div className="social-buttons">
      <div className="social">
        {providers.map((provider) => (
          <a
            key={provider}
            className="btn btn-secondary"
            href={socialPath(provider, again ? SETTINGS : to, again)}
            data-document=""
            aria-label={t("Continue with {{provider}}", { provider: PROVIDER_NAMES[provider] })}
          >
            <ServiceIcon name={provider} />
            <span className="social-name">{PROVIDER_NAMES[provider]}</span>
          </a>
        ))}
      </div>
    </div>
  );
}

/** Where there is none set up, there is no "or" either. */
export function SocialRow({ to }: { to?: string | null | undefined }) {
  const t = useText();
  const providers = useSocialProviders();
  if (providers.length === 0) return null;
  return (
    <div className="mb-4 grid [--gap:0.75rem]">
      <SocialButtons providers={providers} to={to} />
      <p className="muted text-center text-xs">
        <LinkedText
          text={t("By continuing, you accept the [Terms & Conditions](/terms) and [Privacy policy](/privacy-policy).")}
        />
      </p>
      <p className="or">{t("or with email")}</p>
    </div>
  );
}
