/** Where it was bought: four of the list, then all of it to be searched, or another name. */
import { useState } from "react";
import { RadioCard } from "#ui/check.tsx";
import { Field, FieldError } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { useText } from "#ui/text.tsx";
import type { BenefitPartner } from "../benefits.types.ts";
import { foldName } from "../names.ts";
import { OTHER } from "./read-fields.ts";

/** Before the whole list. */
const FIRST = 4;

export function PartnerChoice({
  partners,
  anyPartner,
  chosen,
  other,
  error,
  note,
  onChoose,
  onOther,
}: {
  partners: readonly BenefitPartner[];
  anyPartner: boolean;
  chosen: string;
  other: string;
  error: string | undefined;
  note: React.ReactNode;
  onChoose: (name: string) => void;
  onOther: (name: string) => void;
}) {
  const t = useText();
  const [asked, setAsked] = useState("");
  const typed = (
    <Field
      label={partners.length > 0 ? t("Its name") : t("Store or carrier")}
      name={chosen === OTHER || partners.length === 0 ? "merchant" : "other"}
      value={other}
      maxLength={120}
      autoComplete="off"
      onChange={(event) => {
        onChoose(OTHER);
        onOther(event.target.value);
      }}
      error={error}
      {...(!anyPartner && {
        hint: t("Businesses that are not on the list are rarely covered. A person looks at it."),
      })}
    />
  );
  if (partners.length === 0)
    return (
      <>
        {typed}
        {note}
      </>
    );
  const radio = (partner: BenefitPartner) => (
    <RadioCard
      key={partner.name}
      name="merchant"
      value={partner.name}
      checked={chosen === partner.name}
      onChange={() => onChoose(partner.name)}
    >
      <span className="store-cell">
        <MerchantTile name={partner.name} logo={partner.logo_url} size={32} />
        <b>{partner.name}</b>
      </span>
    </RadioCard>
  );
  const first = partners.slice(0, FIRST);
  const picked = partners.slice(FIRST).find(({ name }) => name === chosen);
  const rest = partners.slice(FIRST).filter((one) => one !== picked);
  const wanted = foldName(asked);
  const found = wanted ? rest.filter(({ name }) => foldName(name).includes(wanted)) : rest;
  return (
    <>
      <div className="grid grid-2 [--gap:.625rem]">
        {first.map(radio)}
        {picked && radio(picked)}
        <RadioCard name="merchant" value={OTHER} checked={chosen === OTHER} onChange={() => onChoose(OTHER)}>
          <b>{t("Another one")}</b>
        </RadioCard>
      </div>
      {rest.length > 0 && (
        <details className="faq-like">
          <summary className="row small cursor-pointer font-semibold text-(--tp-primary-text)">
            {t("See all {{total}}", { total: partners.length })}
            <Icon name="chevron-down" size="sm" />
          </summary>
          <div className="mt-3 grid [--gap:.75rem]">
            <Field
              label={t("Search the list")}
              type="search"
              icon="search"
              value={asked}
              autoComplete="off"
              onChange={(event) => setAsked(event.target.value)}
            />
            <div className="grid grid-2 max-h-[24rem] overflow-y-auto p-0.5 [--gap:.625rem]">{found.map(radio)}</div>
            <p className="small muted" role="status">
              {wanted && found.length === 0 ? t("Nothing with that name is on the list.") : ""}
            </p>
          </div>
        </details>
      )}
      {chosen === OTHER ? typed : error && <FieldError id="merchant-error">{error}</FieldError>}
      {note}
    </>
  );
}
