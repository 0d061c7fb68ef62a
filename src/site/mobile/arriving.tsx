import type { ShipmentsService } from "#shipments";
import { useDateWords } from "#ui/date.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { CarrierMark } from "../../modules/shipments/web/carrier-mark.tsx";
import { PARCEL_STAMPS } from "../../modules/shipments/web/parcel-words.ts";

type Parcel = Pick<
  Awaited<ReturnType<ShipmentsService["packages"]>>["parcels"][number],
  "parcel_id" | "title" | "state" | "carrier" | "carrier_name"
> & { day: string | null };

/** What is on its way, the next to come first; nothing where nothing is. */
export function Arriving({ parcels }: { parcels: readonly Parcel[] }) {
  const t = useText();
  const dateWords = useDateWords();
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
        {parcels.map(({ parcel_id, title, state, day, carrier, carrier_name }) => (
          <li key={parcel_id} className="row">
            <CarrierMark carrier={carrier} name={carrier_name} />
            <div className="min-w-0 flex-1">
              <p className="truncate font-[640]">{title}</p>
              {day && <p className="xs faint">{t("By {{date}}", { date: dateWords(day, "short") })}</p>}
            </div>
            <WordStamp tone={PARCEL_STAMPS[state].tone} icon={PARCEL_STAMPS[state].icon}>
              {t(PARCEL_STAMPS[state].text)}
            </WordStamp>
          </li>
        ))}
      </ul>
    </section>
  );
}
