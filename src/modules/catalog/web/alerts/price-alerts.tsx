/** The prices that a member waits for: seen, changed and let go, also without script. */
import { Form } from "react-router";
import type { PriceAlert } from "#catalog";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { PhotoTile } from "#ui/merchant-tile.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Setting } from "#ui/setting.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { productHref } from "../links.ts";
import type { AlertAnswer } from "./change-alerts.ts";

export function PriceAlerts({ alerts, answer }: { alerts: readonly PriceAlert[]; answer: AlertAnswer | undefined }) {
  const t = useText();
  return (
    <Setting
      id="prices"
      title={t("Price alerts")}
      lead={t("We email you when a price drops, at most once a day for each product.")}
    >
      {alerts.length === 0 ? (
        <p className="small muted">
          {t("None yet. Open a product and choose “Alert me when the price drops”.")}{" "}
          <a href="/products">{t("See products")}</a>
        </p>
      ) : (
        <ul className="grid [--gap:1.25rem]">
          {alerts.map((alert) => (
            <Alert
              key={alert.slug}
              alert={alert}
              refused={answer?.slug === alert.slug && answer.error !== null ? answer : null}
            />
          ))}
        </ul>
      )}
    </Setting>
  );
}

/** An amount as it is typed, without the sign that stands before the field. */
const typed = (minor: string): string =>
  `${BigInt(minor) / 100n}.${(BigInt(minor) % 100n).toString().padStart(2, "0")}`;

/** In the middle of the field's box, whatever is said below it: its label and the space under that stand above. */
const BESIDE_FIELD = "mt-8";

function Alert({ alert, refused }: { alert: PriceAlert; refused: AlertAnswer | null }) {
  const t = useText();
  const lang = useLanguage() === "es" ? "en" : undefined;
  const { slug, name, now_minor, below_minor } = alert;
  return (
    <li className="row items-start border-b border-(--tp-rule) pb-5 last:border-0 last:pb-0">
      <PhotoTile src={alert.image_url} size={56} />
      <div className="grow">
        <p>
          <a href={productHref(slug)} lang={lang}>
            {name}
          </a>
        </p>
        <p className="small muted">
          {now_minor === null ? t("No store has it now") : t("{{price}} now", { price: formatMoney(now_minor) })}
        </p>
        <Form className="row row-wrap mt-3 items-start" method="post" action="/account/pss#prices" preventScrollReset>
          <input type="hidden" name="slug" value={slug} />
          <div className="w-44">
            <Field
              key={below_minor}
              label={t("At or below")}
              name="below"
              inputMode="decimal"
              autoComplete="off"
              placeholder={t("Any drop")}
              defaultValue={refused?.below ?? (below_minor === null ? "" : typed(below_minor))}
              error={refused?.error ?? undefined}
            />
          </div>
          <Button
            type="submit"
            name="act"
            value="change"
            size="sm"
            className={BESIDE_FIELD}
            aria-label={t("Save the price for {{product}}", { product: name })}
          >
            {t("Save")}
          </Button>
          <Button
            type="submit"
            name="act"
            value="stop"
            size="sm"
            className={BESIDE_FIELD}
            look="quiet"
            aria-label={t("Turn off the alert for {{product}}", { product: name })}
          >
            {t("Turn off")}
          </Button>
        </Form>
      </div>
    </li>
  );
}
