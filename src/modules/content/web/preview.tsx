/** `/console/preview/{edition}`: a text as its readers would see it, before it stands. */
import { data } from "react-router";
import { pageContext, servicesContext } from "#services";
import { operatorPage } from "#ui/page.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { requireOperator } from "../../../operator/guard.ts";
import type { Route } from "./+types/preview";
import { PageOfWords } from "./page.tsx";

export const handle = operatorPage();

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args, "content.see");
  const { content, editions } = args.context.get(servicesContext);
  const { brand } = args.context.get(pageContext);
  const language = args.url.searchParams.get("in") === "es" ? ("es" as const) : ("en" as const);
  const row = await editions.find(args.params.id);
  if (!row) throw data("not_here", { status: 404 });
  return { page: content.previewEdition(row, { brand, language }), language, id: args.params.id };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.page.title ?? ""} · not what readers see yet` },
  { name: "robots", content: "noindex" },
];

export default function Preview({ loaderData: { page, language, id } }: Route.ComponentProps) {
  return (
    <Frame>
      <p className="wrap small muted mt-4">
        A look at an edition in {language === "en" ? "English" : "Spanish"}.{" "}
        <a href={`/console/preview/${id}${language === "en" ? "?in=es" : ""}`}>
          {language === "en" ? "Spanish" : "English"}
        </a>{" "}
        · <a href={`/console/o/edition/${id}`}>Back to the console</a>
      </p>
      <div lang={language}>
        <PageOfWords page={page} />
      </div>
    </Frame>
  );
}
