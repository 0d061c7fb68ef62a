import { servicesContext } from "#services";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { formatCount } from "#ui/money.tsx";
import { publicPage } from "#ui/page.ts";
import { breadcrumbData, pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/merchant-list";
import { merchantHref, withQuery } from "./links.ts";
import { rateWords } from "./rate-words.ts";

export const handle = publicPage({ query: ["letter"], cache_seconds: 3600, spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t, absolute }) => ({
    title: t("All stores, A to Z: {{letter}}", { letter: loaderData?.letter ?? "A" }),
    description: t("{{total}} stores, and {{paying}} of them pay cash back.", {
      total: formatCount(loaderData?.total ?? 0),
      paying: formatCount(loaderData?.paying ?? 0),
    }),
    path: letterHref(loaderData?.letter ?? "A", loaderData?.letters[0] ?? "A"),
    structured: [breadcrumbData([{ text: t("Stores"), href: "/stores" }, { text: t("A to Z") }], absolute)],
  }));

/** One letter a page: thousands of names in one document would be several hundred kilobytes. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const groups = await context.get(servicesContext).catalog.merchantList();
  const asked = url.searchParams.get("letter")?.toUpperCase();
  const shown = groups.find((group) => group.letter === asked) ?? groups[0];
  return {
    letter: shown?.letter ?? "A",
    letters: groups.map((group) => group.letter),
    stores: shown?.stores ?? [],
    total: groups.reduce((sum, group) => sum + group.stores.length, 0),
    paying: groups.reduce((sum, group) => sum + group.stores.filter(({ rate }) => rate.kind !== "none").length, 0),
  };
}

const letterHref = (letter: string, first: string): string =>
  withQuery("/MerchantList", { letter: letter === first ? null : letter });

/** Every store, plain and quick: a name is one link and nothing more. */
export default function MerchantList({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { letter, letters, stores, total, paying } = loaderData;
  return (
    <Frame current="stores">
      <div className="wrap">
        <Breadcrumb crumbs={[{ text: t("Stores"), href: "/stores" }, { text: t("A to Z") }]} />
        <h1>{t("All stores, A to Z")}</h1>
        <p className="muted mt-2">
          {t("{{total}} stores, and {{paying}} of them pay cash back.", {
            total: formatCount(total),
            paying: formatCount(paying),
          })}
        </p>
        <nav className="az az-sticky" aria-label={t("By letter")}>
          {letters.map((each) => (
            <a
              key={each}
              href={letterHref(each, letters[0] ?? "A")}
              aria-current={each === letter ? "page" : undefined}
              data-keep-scroll=""
            >
              {each}
            </a>
          ))}
        </nav>
        <section className="az-group" aria-labelledby="letter">
          <h2 id="letter">{letter}</h2>
          <ul>
            {stores.map((store) => {
              const rate = rateWords(store.rate, t);
              return (
                <li key={store.internal_name}>
                  <a href={merchantHref(store.internal_name)}>{store.name}</a>
                  {rate ? <span>{rate}</span> : <span className="faint">{t("No cash back")}</span>}
                </li>
              );
            })}
          </ul>
        </section>
      </div>
    </Frame>
  );
}
