/** Which stores tell of orders soon and pay for them, and which do not. */
import type { Counted, StoreTrack } from "#promises";
import { formatCount } from "#ui/money.tsx";
import { useText } from "#ui/text.tsx";
import { durationWords } from "./duration.ts";

/** The best are many: the most bought at come first. Of those that track badly none is left out. */
const MAX_GOOD = 20;

export function StoreTracks({ stores }: { stores: Counted["stores"] }) {
  const t = useText();
  const of = (health: StoreTrack["health"]) =>
    stores.judged.filter((store) => store.health === health).toSorted((one, other) => other.orders - one.orders);
  const [good, bad] = [of("good"), of("bad")];
  return (
    <section className="mt-12">
      <div className="max-w-[46rem]">
        <h2 className="text-2xl">{t("Stores")}</h2>
        <p className="muted mt-2">
          {t(
            "A store tracks well when nine of ten orders show in the passbook within a day, and at most one of ten is refused. It tracks badly when the middle order takes more than three days to appear, or more than three of ten are refused.",
          )}
        </p>
      </div>
      {good.length + bad.length === 0 ? (
        <p className="mt-5">{t("No store has had enough orders of enough members in the last 90 days to tell.")}</p>
      ) : (
        <>
          <Tracks title={t("These track badly")} stores={bad} />
          <Tracks title={t("These track well")} stores={good.slice(0, MAX_GOOD)} />
        </>
      )}
      <p className="small muted mt-3 max-w-[62ch]">
        {t(
          "Orders of the last 90 days, in stores with at least 20 orders of at least 10 members. Refused are counted among the decided ones.",
        )}
      </p>
    </section>
  );
}

function Tracks({ title, stores }: { title: string; stores: readonly StoreTrack[] }) {
  const t = useText();
  if (stores.length === 0) return null;
  return (
    <div className="card card-pad mt-6">
      <h3 className="text-lg">{title}</h3>
      <ul className="mt-2 list-none p-0">
        {stores.map((store) => (
          <li
            key={store.internal_name}
            className="grid border-b [--gap:.125rem_1.5rem] border-(--tp-rule) py-3 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_repeat(3,11rem)] sm:items-baseline"
          >
            <a className="font-semibold" href={`/${store.internal_name}-coupons`}>
              {store.name}
            </a>
            <span className="small muted num">
              {t("{{n}} of {{all}} within a day", { n: formatCount(store.within_day), all: formatCount(store.orders) })}
            </span>
            <span className="small muted num">
              {t("half after {{time}}", { time: durationWords(store.median_hours * 60, t) })}
            </span>
            <span className="small muted num">
              {t("{{n}} of {{all}} refused", {
                n: formatCount(store.refused),
                all: formatCount(store.refused + store.confirmed),
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
