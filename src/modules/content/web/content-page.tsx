/** Every page that is words and nothing else; its file is named by its path. */
import { data } from "react-router";
import { pageContext, servicesContext } from "#services";
import { publicPage } from "#ui/page.ts";
import { breadcrumbData, pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import type { Route } from "./+types/content-page";
import { PageOfWords } from "./page.tsx";

export const handle = publicPage({ cache_seconds: 3600, spanish: () => [import("./es.json")] });

export async function loader({ url, context }: Route.LoaderArgs) {
  const { brand, language } = context.get(pageContext);
  const name = url.pathname.replace(/^\/|\/$|\.data$/g, "");
  const page = context.get(servicesContext).content.page(name, { brand, language });
  if (!page) throw data(null, { status: 404 });
  return { page, path: `/${name}` };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ absolute }) => ({
    title: loaderData?.page.title ?? "",
    description: loaderData?.page.description ?? "",
    path: loaderData?.path ?? "/",
    structured: [breadcrumbData([{ text: loaderData?.page.title ?? "" }], absolute)],
  }));

export default function ContentPage({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...(loaderData.path === "/how-it-works" && { current: "how" })}>
      <PageOfWords page={loaderData.page} />
    </Frame>
  );
}
