import type { ShipmentsService } from "#shipments";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { CarrierMark } from "../../modules/shipments/web/carrier-mark.tsx";
import { PARCEL_STAMPS } from "../../modules/shipments/web/parcel-words.ts";
import { type Dated, useWhen } from "../../modules/shipments/web/use-when.ts";

type Parcel = Dated &
  Pick<
    Awaited<ReturnType<ShipmentsService["packages"]>>["coming"][number],
    "parcel_id" | "title" | "carrier" | "carrier_name"
  >;

/** What is on its way, the next to come first; nothing where nothing is. */
export function Arriving({ parcels }: { parcels: readonly Parcel[] }) {
  const t = useText();
  const when = useWhen();
  if (parcels.length === 0) return null;
  return (
    <section className="app-sec" aria-labelledby="arriving">
      <div className="row between mb-3">
        <h2 id="arriving">{t("Arriving")}</h2>
        <a className="small" href="/account/protection/package">
          {t("All")}
          <span className="sr"> {t("packages")}</span>
        </a>
      </div>
      <ul className="grid list-none p-0 [--gap:.75rem]">
        {parcels.map((parcel) => (
          <li key={parcel.parcel_id} className="row">
            <CarrierMark carrier={parcel.carrier} name={parcel.carrier_name} />
            <div className="min-w-0 flex-1">
              <p className="truncate font-[640]">{parcel.title}</p>
              {when(parcel) && <p className="xs faint">{when(parcel)}</p>}
            </div>
            <WordStamp tone={PARCEL_STAMPS[parcel.state].tone} icon={PARCEL_STAMPS[parcel.state].icon}>
              {t(PARCEL_STAMPS[parcel.state].text)}
            </WordStamp>
          </li>
        ))}
      </ul>
    </section>
  );
}
