/** One parcel: who brings it, how it stands, its way, and what its member may do. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { preloadDialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import type { ParcelView } from "../shipments.types.ts";
import { CarrierMark } from "./carrier-mark.tsx";
import { ParcelTrail } from "./parcel-trail.tsx";
import { inGroups, PARCEL_STAMPS } from "./parcel-words.ts";
import { ReportDialog } from "./report-dialog.tsx";
import { useWhen } from "./use-when.ts";

const OVER = new Set(["delivered", "received", "returning", "returned"]);

export function ParcelCard({ parcel, open, onToggle }: { parcel: ParcelView; open: boolean; onToggle(): void }) {
  const t = useText();
  const when = useWhen()(parcel);
  const stamp = PARCEL_STAMPS[parcel.state];
  const shown = `parcel-${parcel.parcel_id}`;
  return (
    <article className="card" id={parcel.parcel_id}>
      <div className="parcel relative">
        <CarrierMark carrier={parcel.carrier} name={parcel.carrier_name} />
        <div className="min-w-0">
          <h3>
            <button
              type="button"
              className="cursor-pointer text-start after:absolute after:inset-0"
              aria-expanded={open}
              aria-controls={shown}
              onClick={onToggle}
            >
              {parcel.title}
            </button>
          </h3>
          <p className="muted small num wrap-anywhere">
            {parcel.number ? `${parcel.carrier_name} ${inGroups(parcel.number)}` : t("No tracking number yet")}
          </p>
        </div>
        <div className="parcel-state">
          <WordStamp tone={stamp.tone} icon={stamp.icon}>
            {parcel.is_return && parcel.state === "delivered" ? t("Back at the store") : t(stamp.text)}
          </WordStamp>
          <p className="small mt-1 font-semibold">{when}</p>
        </div>
      </div>
      <div id={shown} hidden={!open}>
        {open && <Inside parcel={parcel} />}
      </div>
    </article>
  );
}

function Inside({ parcel }: { parcel: ParcelView }) {
  const t = useText();
  const [asks, setAsks] = useState(false);
  const silent = parcel.scans.length === 0;
  return (
    <>
      <div className="border-t border-(--tp-rule) px-5 py-6">
        {silent ? <Silent parcel={parcel} /> : <ParcelTrail parcel={parcel} />}
        {parcel.others.length > 0 && <OtherCarriers parcel={parcel} />}
      </div>
      <Acts parcel={parcel} />
      <div className="row row-wrap between border-t border-(--tp-rule) px-5 py-4">
        <span className="row small muted">
          <Icon name="shield-check" size="sm" />
          {parcel.case
            ? t("A case is open about it")
            : OVER.has(parcel.state)
              ? t("Carriers take claims for only a few weeks")
              : t("We open a case if it is late or stops moving")}
        </span>
        {parcel.case ? (
          <a className="small font-semibold" href={`/account/protection/shipping#${parcel.case.case_id}`}>
            {t("See the case")}
          </a>
        ) : (
          parcel.can_be.length > 0 && (
            <button
              type="button"
              className="linklike small font-semibold"
              onPointerEnter={preloadDialog}
              onFocus={preloadDialog}
              onClick={() => setAsks(true)}
            >
              {t("Something wrong with it")}
            </button>
          )
        )}
      </div>
      {asks && <ReportDialog parcel={parcel} onClose={() => setAsks(false)} />}
    </>
  );
}

function Silent({ parcel }: { parcel: ParcelView }) {
  const t = useText();
  return (
    <p className="muted">
      {parcel.number === null
        ? t("We know the order from the store's email. Its package appears here as soon as the store sends the number.")
        : parcel.unfollowed
          ? t("We can't follow this carrier. Its own page shows where the package is.")
          : t("The carrier has not scanned it yet. That can take a day after the label is made.")}
    </p>
  );
}

function OtherCarriers({ parcel }: { parcel: ParcelView }) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const { busy, run } = useCall();
  return (
    <p className="small mt-3">
      {t("Not {{carrier}}? This number could also be from:", { carrier: parcel.carrier_name })}{" "}
      {parcel.others.map(({ code, name }) => (
        <Button
          key={code}
          size="sm"
          disabled={busy}
          onClick={async () => {
            const json = { carrier: code };
            if (await run(() => call(`/api/user/parcels/${parcel.parcel_id}/carrier`, { json }))) await revalidate();
          }}
        >
          {name}
        </Button>
      ))}
    </p>
  );
}

function Acts({ parcel }: { parcel: ParcelView }) {
  const t = useText();
  const { revalidate } = useRevalidator();
  const { busy, failure, run } = useCall();
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState(parcel.title);
  const act = async (path: string, json: object) => {
    const went = await run(() => call(`/api/user/parcels/${parcel.parcel_id}/${path}`, { json }));
    if (went) await revalidate();
    return went;
  };
  return (
    <div className="px-5 pb-4">
      {naming && (
        <form
          className="row mb-3 items-end!"
          method="post"
          onSubmit={async (event) => {
            event.preventDefault();
            if (await act("name", { name })) setNaming(false);
          }}
        >
          <div className="flex-1">
            <Field
              label={t("Name")}
              name="name"
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          <Button type="submit" busy={busy} busyText={t("Saving")}>
            {t("Save")}
          </Button>
        </form>
      )}
      {failure && (
        <Note kind="bad" live>
          {failure.text}
        </Note>
      )}
      <p className="row row-wrap gap-2!">
        {!["received", "returned", "returning"].includes(parcel.state) && !parcel.is_return && (
          <Button size="sm" disabled={busy} onClick={() => act("received", {})}>
            <Icon name="check" size="sm" />
            {t("I have it")}
          </Button>
        )}
        <Button size="sm" look="quiet" aria-expanded={naming} onClick={() => setNaming(!naming)}>
          <Icon name="pencil" size="sm" />
          {t("Rename")}
        </Button>
        {parcel.number && (
          <Button size="sm" look="quiet" onClick={() => navigator.clipboard?.writeText(parcel.number ?? "")}>
            <Icon name="copy" size="sm" />
            {t("Copy number")}
          </Button>
        )}
        {parcel.carrier_href && (
          <a className="btn btn-quiet btn-sm" href={parcel.carrier_href} rel="noopener noreferrer">
            <Icon name="external-link" size="sm" />
            {t("Carrier's page")}
          </a>
        )}
        {parcel.removable && (
          <Button size="sm" look="quiet" disabled={busy} onClick={() => act("remove", {})}>
            <Icon name="trash-2" size="sm" />
            {t("Remove")}
          </Button>
        )}
      </p>
    </div>
  );
}
