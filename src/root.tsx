import { Children, type ComponentProps, isValidElement, type ReactNode, useEffect } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { startViewer } from "#client/session.ts";
import { fontLinks } from "#ui/font-links.ts";
import { useBrand } from "#ui/shell/brand.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import type { EarnKind } from "#ui/shell/places.ts";
import { ShellPartsProvider } from "#ui/shell/shell-parts.tsx";
import styles from "#ui/styles/app.css?url";
import faces from "#ui/styles/fonts.css?url";
import { needSpanish, TextGate, TextProvider } from "#ui/text.tsx";
import type { Route } from "./+types/root";
import { pageContext, servicesContext } from "./services.ts";
import { Hosts } from "./site/hosts.tsx";
import { missingMeta } from "./site/missing-meta.ts";
import { DelegatedNavigation } from "./site/navigation.tsx";

import { ProblemView, problemMeta } from "./site/problem.tsx";
import { SHELL_PARTS } from "./site/shell/parts.ts";
import { OnSomePages } from "./site/shell/some-pages.tsx";

// The shell, and what is said when a page fails.
needSpanish(() => [import("./site/shell/es.json")]);

/** In the order in which they are offered. */
const EARN_KINDS: readonly EarnKind[] = ["offers", "surveys"];

export const links: Route.LinksFunction = () => [
  ...fontLinks,
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

/** Pages name themselves; this is for those that a loader did not find, or that failed. */
export const meta: Route.MetaFunction = ({ error, matches }) => {
  if (error === undefined) return [];
  return isRouteErrorResponse(error) && error.status === 404 ? missingMeta(matches) : problemMeta(matches);
};

/** What the whole document needs of a request. Never the viewer: this is cached for everybody. */
export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  // Which ways to sign in are set up: the same for every reader.
  const { identity, health, content, coins } = context.get(servicesContext);
  const social = identity.social.providers();
  const [incident, open] = await Promise.all([health.incidents.current(), coins.ways.open()]);
  return {
    social,
    /** What no partner pays for is no place of the shell. */
    earn: EARN_KINDS.filter((kind) => open[kind]),
    /** What everybody is told while something does not work. */
    incident: incident?.[page.language] ?? null,
    /** What operators say above pages, each for those that are its own; one word at a time, so none while something does not work. */
    banners: incident ? [] : content.banners(page),
    vitals: health.vitalsShare,
    language: page.language,
    brand: page.brand,
    /** What lays a brand's own colors over its theme. */
    sheet: page.sheet,
    looked: page.looked,
    nonce: page.nonce,
    publicUrl: page.publicUrl,
    media: page.media,
    url: page.url,
  };
}

/** Language and partner change by loading a new document, so the shell's own data never changes while it lives. */
export const shouldRevalidate = () => false;

/**
 * React Router's scripts without its preloads. React moves those into the head, where some forty of them stood in front
 * of the first paint; the scripts at the end of the body ask for the same files when the page can already be read.
 */
function ScriptsAfterPaint(props: ComponentProps<typeof Scripts>) {
  const all = Scripts(props);
  if (!isValidElement<{ children?: ReactNode }>(all)) return all;
  return Children.toArray(all.props.children).filter(
    (part) => !(isValidElement<{ rel?: string }>(part) && part.props.rel === "modulepreload"),
  );
}

/** The first page has come alive, one that failed too: the faces of our letters may come, and what was pressed before is pressed again. */
function Alive() {
  useEffect(() => void window.dispatchEvent(new Event("alive")), []);
  return null;
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const language = data?.language ?? "en";
  return (
    <html lang={language} data-theme={data?.brand.theme ?? "theme1"} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <StyleSheet href={faces} />
        <StyleSheet href={styles} />
        <Links nonce={data?.nonce || undefined} />
        {data?.sheet ? <style>{data.sheet}</style> : null}
      </head>
      <body>
        <TextProvider language={language}>
          <ShellPartsProvider parts={SHELL_PARTS}>{children}</ShellPartsProvider>
        </TextProvider>
        <Alive />
        <ScrollRestoration nonce={data?.nonce || undefined} />
        <ScriptsAfterPaint nonce={data?.nonce || undefined} />
      </body>
    </html>
  );
}

/** Public pages hold their sheets themselves (`server/first-paint.ts`): there a link would fetch them once more. */
function StyleSheet({ href }: { href: string }) {
  const inside = typeof document !== "undefined" && document.querySelector(`style[data-href="${href}"]`) !== null;
  // With a precedence React writes it before all other links: nothing is seen until it has come.
  return inside ? null : <link rel="stylesheet" href={href} precedence="default" />;
}

export default function App() {
  const { key, pathname } = useLocation();
  const { incident, vitals, looked } = useRouteLoaderData<typeof loader>("root") ?? {};
  const { partner_name, has_extension } = useBrand();
  // The console has a door and a session of its own: nothing of the shop's viewer is asked for or shown there.
  const shop = !/^\/console\b/.test(pathname);
  useEffect(
    () => (shop ? startViewer({ partner_name, has_extension }) : undefined),
    [shop, partner_name, has_extension],
  );
  useEffect(() => {
    if (!vitals || !shop) return;
    // Without a connection nothing is measured.
    setTimeout(() => import("#client/vitals.ts").then((part) => part.watchVitals(vitals)).catch(() => {}), 4_000);
  }, [vitals, shop]);
  return (
    <>
      {incident && (
        <p className="incident" role="status">
          {incident}
        </p>
      )}
      <DelegatedNavigation told={shop} />
      <TextGate place={key}>
        <Outlet />
      </TextGate>
      {shop && <Hosts />}
      {looked && <OnSomePages part="looked" />}
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Frame>
        <OnSomePages part="missing" />
      </Frame>
    );
  }
  return (
    <Frame>
      <ProblemView status={isRouteErrorResponse(error) ? error.status : 500} />
    </Frame>
  );
}
