import { useLocation } from "react-router";
import { Coin } from "#ui/icon.tsx";
import { Receipt } from "#ui/receipt.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";

const WAYS = [
  { href: "/", text: "Home" },
  { href: "/stores", text: "Stores" },
  { href: "/coupons", text: "Coupons" },
  { href: "/products", text: "Products" },
  { href: "/faq", text: "Help" },
];

/** The page that is not there: what happened, what did not, a search and a way on. Also for what a loader does not find. */
export default function NotFoundView() {
  const t = useText();
  const { pathname } = useLocation();
  return (
    <div className="wrap nf">
      <div>
        <h1 className="text-5xl">{t("We can't find that page")}</h1>
        <p className="lead mt-5 max-w-[40ch]">
          {t("The address may be old or mistyped. Your account and your money are fine.")}
        </p>
        <div className="mt-8 max-w-[30rem]">
          <SearchBox place="page" label={t("Find a store")} />
        </div>
        <ul className="row row-wrap mt-6 [--gap:.5rem_1rem] sm:[--gap:.5rem_1.5rem]">
          {WAYS.map((way) => (
            <li key={way.href}>
              <a href={way.href}>{t(way.text)}</a>
            </li>
          ))}
        </ul>
      </div>
      <div className="torn" aria-hidden="true">
        <Receipt
          title={
            <span className="row between">
              {t("Slip no. 404")}
              <WordStamp tone="bad" big>
                {t("Not found")}
              </WordStamp>
            </span>
          }
          meta={[
            <span key="path" className="slip-path">
              {pathname}
            </span>,
            "404",
          ]}
          lines={[
            { term: t("Pages asked for"), value: "1" },
            { term: t("Pages found"), value: "0" },
            { term: t("Charged to you"), value: "$0.00" },
            { term: t("Still yours"), value: t("Everything"), tone: "back", total: true },
          ]}
        />
        <Coin penny />
        <Coin />
      </div>
    </div>
  );
}
