import { Coins } from "#ui/coins.tsx";
import { Icon, ServiceIcon } from "#ui/icon.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { LeaderList } from "#ui/receipt.tsx";
import { BrandName, type ShellBrand } from "#ui/shell/brand.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";

/** Typical offers with their drawings; today's real ones stand on /offers. */
const OFFERS = [
  {
    name: "A farm game",
    task: "Reach level 20 within 14 days",
    coins: 18500,
    ground: "#2F6B57",
    art: (
      <>
        <circle cx="58" cy="22" r="9" fill="#F0B03A" />
        <path fill="#C6DFCF" d="M0 62q20-16 40-4t40-4v30H0z" />
        <path fill="#C6DFCF" fillOpacity=".6" d="M0 74q20-10 40-2t40-6v20H0z" />
      </>
    ),
  },
  {
    name: "A savings app",
    task: "Open an account and link a bank",
    coins: 9000,
    ground: "#0E4D3A",
    art: (
      <>
        <path fill="#F5F1E6" d="M12 32L40 16l28 16v4H12z" />
        <path fill="#F5F1E6" fillOpacity=".6" d="M16 40h8v22h-8zM36 40h8v22h-8zM56 40h8v22h-8zM12 64h56v5H12z" />
      </>
    ),
  },
  {
    name: "A crossword",
    task: "Finish 10 puzzles",
    coins: 2400,
    ground: "#F0B03A",
    art: (
      <>
        <path fill="#7A4F00" d="M14 14h22v22H14zM44 14h22v22H44zM14 44h22v22H14z" />
        <path fill="#7A4F00" fillOpacity=".6" d="M44 44h22v22H44z" />
      </>
    ),
  },
  {
    name: "A survey: how you shop",
    task: "12 minutes",
    coins: 1500,
    ground: "#7B3B1B",
    art: (
      <>
        <path fill="#F5E5D8" d="M8 78L32 20h4L22 78zM72 78L48 20h-4l14 58z" />
        <path fill="#F5E5D8" fillOpacity=".6" d="M18 62h44v5H18zM24 46h32v5H24zM28 32h24v4H28z" />
      </>
    ),
  },
] as const;

function CoinOffers({ brand }: { brand: ShellBrand }) {
  const t = useText();
  return (
    <div>
      <h2>{t("Coins, for a few spare minutes")}</h2>
      <p className="muted mt-3 max-w-[46ch]">
        {t(
          "Try an app, play a game or answer a survey. {{coins}} coins are worth {{amount}} and become gift cards. Typical offers:",
          { coins: formatCount(brand.coins_per_dollar), amount: formatMoney(100) },
        )}
      </p>
      <div className="mt-4">
        {OFFERS.map((offer) => (
          <div className="offer-row" key={offer.name}>
            <svg className="app-art" viewBox="0 0 80 80" aria-hidden="true">
              <path fill={offer.ground} d="M0 0h80v80H0z" />
              {offer.art}
            </svg>
            <div>
              <h3>{t(offer.name)}</h3>
              <p>{t(offer.task)}</p>
            </div>
            <Coins count={offer.coins} />
          </div>
        ))}
      </div>
      <p className="mt-5">
        <a className="link-arrow" href="/offers">
          {t("See all offers")}
          <Icon name="arrow-right" size="sm" />
        </a>
      </p>
    </div>
  );
}

function Extension({ brand }: { brand: ShellBrand }) {
  const t = useText();
  return (
    <div className="ext-demo">
      <div className="ext-shop" aria-hidden="true">
        <div className="ext-bar">
          <span />
          <span />
          <span />
          <em>{t("store.example/checkout")}</em>
        </div>
        <div className="ext-skel">
          <div />
          <div />
          <div className="short" />
        </div>
        <div className="ext-card">
          <div className="row between">
            <span className="brand">
              <BrandName brand={brand} />
            </span>
            <WordStamp tone="good" icon="check">
              {t("Applied")}
            </WordStamp>
          </div>
          <p className="mt-3">
            <b>{t("We tried 6 codes. This one saves most:")}</b>
          </p>
          <div className="row between mt-2.5">
            <span className="code">SPRING20</span>
            <span className="money money-back text-lg">{t("{{amount}} off", { amount: "$18.40" })}</span>
          </div>
          <div className="mt-3">
            <LeaderList
              lines={[{ term: t("Plus {{rate}} cash back", { rate: "12%" }), value: "$8.83", tone: "back" }]}
            />
          </div>
        </div>
      </div>
      <h2 className="mt-8">{t("The extension tries the codes for you")}</h2>
      <p className="muted mt-3">
        {t(
          "At checkout it tests every code we know, keeps the best one and turns on cash back. It only runs on store pages.",
        )}
      </p>
      <p className="row row-wrap mt-5">
        <a className="btn btn-secondary" href="/extension">
          <ServiceIcon name="googlechrome" />
          Chrome
        </a>
        <a className="btn btn-secondary" href="/extension">
          <ServiceIcon name="firefoxbrowser" />
          Firefox
        </a>
        <a className="btn btn-secondary" href="/extension">
          <Icon name="globe" />
          Edge
        </a>
      </p>
    </div>
  );
}

export function CoinsAndExtension({ brand, extension }: { brand: ShellBrand; extension: boolean }) {
  const t = useText();
  return (
    <section className="wrap section split split-top" aria-label={t("Coins, for a few spare minutes")}>
      <CoinOffers brand={brand} />
      {extension && <Extension brand={brand} />}
    </section>
  );
}
