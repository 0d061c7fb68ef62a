/** A purchase is added by hand: found in the catalogue, its store chosen, then what was paid and when. */
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "#client/call.ts";
import { inDebug } from "#client/in-debug.ts";
import { Button } from "#ui/button.tsx";
import { RadioCard } from "#ui/check.tsx";
import { Field, FieldError } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { FormFailure } from "#ui/setting.tsx";
import { useText } from "#ui/text.tsx";
import { type Fault, useFormCall } from "#ui/use-form-call.ts";
import { minorOf } from "./amounts.ts";
import { ProofField } from "./proof-field.tsx";

export type Search = {
  words: string;
  found: readonly { slug: string; name: string; image_url: string | null }[] | null;
  product: {
    name: string;
    listings: readonly { listing_id: string; store: string; price_minor: string; condition: string }[];
  } | null;
};
const HERE = "/account/protection/price";

export function AddPrice({ search, today }: { search: Search; today: string }) {
  const t = useText();
  return (
    <section className="card p-5 sm:p-6" aria-labelledby="add-head" id="add">
      <h2 id="add-head" className="text-xl">
        {t("Add a purchase")}
      </h2>
      <form method="get" action={`${HERE}#add`} className="mt-4 flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label={t("What did you buy?")}
            name="q"
            icon="search"
            defaultValue={search.words}
            maxLength={100}
            required
          />
        </div>
        <Button type="submit" look="secondary" className="min-h-12">
          {t("Find it")}
        </Button>
      </form>
      {search.found?.length === 0 && (
        <div className="mt-4">
          <Note kind="info">{t("We don't have that in our catalog. Try the brand and model.")}</Note>
        </div>
      )}
      {search.found && search.found.length > 0 && (
        <ul className="mt-4 divide-y divide-(--tp-rule) list-none p-0">
          {search.found.map(({ slug, name }) => (
            <li key={slug}>
              <a
                className="flex items-center justify-between gap-3 py-3"
                href={`${HERE}?product=${encodeURIComponent(slug)}#add`}
              >
                {name}
                <Icon name="arrow-right" size="sm" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {search.product && <AddForm product={search.product} today={today} />}
    </section>
  );
}

function AddForm({ product, today }: { product: NonNullable<Search["product"]>; today: string }) {
  const t = useText();
  const navigate = useNavigate();
  const { form, busy, failure, errorOf, send } = useFormCall();
  const [receipt, setReceipt] = useState<string | null>(null);
  const key = useRef<string | null>(null);

  async function submit(fields: FormData) {
    const told = (name: string) => String(fields.get(name) ?? "").trim();
    const paid = minorOf(told("paid_minor"));
    const faults: Fault[] = [
      ...(told("listing_id") === "" ? [{ field: "listing_id", text: t("Choose the store.") }] : []),
      ...(paid === null ? [{ field: "paid_minor", text: t("Enter what you paid for one, like 129.99.") }] : []),
      ...(told("bought_on") === "" ? [{ field: "bought_on", text: t("Enter the day you bought it.") }] : []),
    ];
    key.current ??= crypto.randomUUID();
    const json = {
      ...{ request_key: key.current, listing_id: told("listing_id"), paid_minor: (paid ?? 0n).toString() },
      ...{ bought_on: told("bought_on"), pieces: Number(told("pieces") || "1"), receipt_ids: receipt ? [receipt] : [] },
    };
    await send(faults, async () => {
      await call("/api/user/protection/price", { json });
      await navigate(inDebug(HERE));
    });
  }
  const chosen = errorOf("listing_id").error;
  return (
    <form
      data-by-script=""
      ref={form}
      className="form mt-5"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      <noscript>
        <Note kind="info">{t("Adding a purchase needs JavaScript.")}</Note>
      </noscript>
      <fieldset className="grid [--gap:.5rem]">
        <legend className="mb-2">
          <b>{product.name}</b>
          <span className="muted block">{t("Where did you buy it?")}</span>
        </legend>
        {product.listings.map(({ listing_id, store, price_minor, condition }, at) => (
          <RadioCard
            key={listing_id}
            name="listing_id"
            value={listing_id}
            defaultChecked={product.listings.length === 1 && at === 0}
            end={t("{{price}} now", { price: formatMoney(price_minor) })}
            {...(condition === "new" ? {} : { note: condition === "used" ? t("Used") : t("Refurbished") })}
          >
            {store}
          </RadioCard>
        ))}
        {product.listings.length === 0 && (
          <Note kind="info">{t("None of our stores sells it in dollars now, so we can't watch it.")}</Note>
        )}
        {chosen && <FieldError>{chosen}</FieldError>}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          label={t("You paid for one")}
          name="paid_minor"
          inputMode="decimal"
          autoComplete="off"
          {...errorOf("paid_minor")}
        />
        <Field
          label={t("How many?")}
          name="pieces"
          type="number"
          min={1}
          max={20}
          defaultValue={1}
          {...errorOf("pieces")}
        />
        <Field label={t("Bought on")} name="bought_on" type="date" max={today} {...errorOf("bought_on")} />
      </div>
      <ProofField onChange={setReceipt} error={errorOf("receipt_ids").error} optional />
      <FormFailure failure={failure} fields={["listing_id", "paid_minor", "pieces", "bought_on", "receipt_ids"]} />
      <div>
        <Button type="submit" look="primary" busy={busy} busyText={t("Adding")}>
          {t("Watch its price")}
        </Button>
      </div>
    </form>
  );
}
