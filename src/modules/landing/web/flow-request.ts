/** What loaders and actions of the flow share: who asks, where to go on, and how a refusal is shown. */
import { type RouterContextProvider, redirect } from "react-router";
import type { Caller, LandingRefusal } from "#landing";
import { pageContext, servicesContext } from "#services";
import { LANDING_REFUSALS } from "../messages.ts";

export type Context = Readonly<RouterContextProvider>;
export type Failure = { field: string | null; text: string };

export function callerOf(request: Request, context: Context): Caller {
  const { member, brand } = context.get(pageContext);
  return { header: (name) => request.headers.get(name), member, brand };
}

export const flowOf = (context: Context) => context.get(servicesContext).landing;

/** Kept from page to page: the debug mode (SPEC §9), and the language for readers without script. */
const CARRIED = { debug: /^true$/, lang: /^(en|es)$/, partner: /^[a-z]{2,40}$/ } as const;

export function withCarried(path: string, url: URL): string {
  const [place = "", query = ""] = path.split("?");
  const search = new URLSearchParams(query);
  for (const [name, form] of Object.entries(CARRIED)) {
    const value = url.searchParams.get(name);
    if (value && form.test(value)) search.set(name, value);
  }
  return search.size ? `${place}?${search}` : place;
}

export function go(path: string, url: URL, lines: readonly (string | null)[] = []): Response {
  const headers = new Headers();
  for (const line of lines) if (line) headers.append("set-cookie", line);
  return redirect(withCarried(path, url), { status: 303, headers });
}

/** The same for a whole address, to a place that was allowed. */
export function addressWithCarried(address: string, url: URL): string {
  const to = new URL(address);
  return to.origin + withCarried(to.pathname + to.search, url);
}

export const cookieHeaders = (line: string | null): Headers => new Headers(line ? { "set-cookie": line } : {});

export function failureOf(
  context: Context,
  refusal: { code: LandingRefusal; detail?: Record<string, string> },
): { failure: Failure; status: number } {
  const row = LANDING_REFUSALS[refusal.code];
  const text = row[context.get(pageContext).language].replace(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => refusal.detail?.[name] ?? "",
  );
  return { failure: { field: row.field ?? null, text }, status: row.status };
}
