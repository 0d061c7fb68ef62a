/** `/sweepstakes-rules`: the odds of the wheel, the rules of the free monthly draw, and its entry form. */
import { data } from "react-router";
import { pageContext, servicesContext } from "#services";
import { DateText } from "#ui/date.tsx";
import { formatMoney, formatShortMoney } from "#ui/money.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { LeaderList } from "#ui/receipt.tsx";
import { useBrand } from "#ui/shell/brand.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import { FIRST_ORDER_CLAIM_DAYS, MINIMUM_AGE_YEARS } from "../messages.ts";
import type { Route } from "./+types/sweepstakes-rules";
import { EnterDraw } from "./enter-draw.tsx";
import { failureOf, flowOf } from "./flow-request.ts";
import { Odds } from "./step-spin.tsx";

export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, ({ t }) => ({
    title: loaderData && !hasDraw(loaderData) ? t("Rules of the wheel") : t("Rules of the wheel and the draw"),
    description:
      loaderData && !hasDraw(loaderData)
        ? t("What the wheel pays, and the odds.")
        : t("What the wheel pays, the odds, and how to enter the monthly draw for free."),
    path: "/sweepstakes-rules",
  }));

export async function loader({ context }: Route.LoaderArgs) {
  const { brand } = context.get(pageContext);
  const draw = await context.get(servicesContext).landing.readDraw(brand);
  const { prizes, open_until } = brand.offer;
  return {
    draw,
    prizes: prizes.map(({ amount_minor, weight }) => ({ amount_minor, weight })),
    open_until,
    year: Number(draw.today.slice(0, 4)),
  };
}

/** A brand without a draw has the wheel alone; what was drawn before it ended is still told. */
const hasDraw = ({ draw }: { draw: { running: unknown; past: readonly unknown[] } }) =>
  draw.running !== null || draw.past.length > 0;

export async function action({ request, context }: Route.ActionArgs) {
  const { brand, language, visit } = context.get(pageContext);
  const form = await request.formData();
  const text = (name: string, most: number) => String(form.get(name) ?? "").slice(0, most);
  const email = text("email", 300);
  const outcome = await flowOf(context).enterDraw(brand, language, {
    email,
    month: text("month", 2),
    year: text("year", 4),
    country: text("country", 2),
    address: visit.address,
  });
  if (outcome.ok) return { sent: true, email, failure: null };
  const { failure, status } = failureOf(context, outcome);
  return data({ sent: false, email, failure }, status);
}

export default function SweepstakesRules({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { draw, prizes, open_until, year } = loaderData;
  const both = hasDraw(loaderData);
  return (
    <Frame>
      <div className="wrap section-tight">
        <div className="mx-auto grid max-w-[44rem] [--gap:2.75rem]">
          <div>
            <h1>{both ? t("Rules of the wheel and the draw") : t("Rules of the wheel")}</h1>
            <p className="lead mt-3">
              {both
                ? t("Two things here come down to chance. We show the odds of both, and neither needs a purchase.")
                : t("The wheel comes down to chance. We show its odds, and spinning needs no purchase.")}
            </p>
          </div>
          <section aria-labelledby="wheel">
            <h2 id="wheel" className="mb-4">
              {t("The wheel")}
            </h2>
            <Odds prizes={prizes} />
            <ul className="mt-6 grid list-disc ps-5 [--gap:.5rem]">
              <li>
                {t(
                  "Spinning is free. Every slice wins, and the result is drawn on our servers before the wheel turns.",
                )}
              </li>
              <li>{t("One spin per person. Your first result counts, whatever browser or email you use.")}</li>
              <li>
                {t(
                  "The bonus comes with a membership. Join within {{days}} days of signing up to claim it. It's yours after the first full month is paid.",
                  { days: FIRST_ORDER_CLAIM_DAYS },
                )}
              </li>
              <li>{t("You lose it if the membership ends before then. You owe nothing else.")}</li>
              <li>{t("{{age}} or older, living in the United States.", { age: MINIMUM_AGE_YEARS })}</li>
              {open_until && (
                <li>
                  {t("The last day is")} <DateText value={open_until} />.
                </li>
              )}
            </ul>
          </section>
          {draw.running && <Draw draw={draw.running} />}
          {draw.running && <EnterDraw year={year} result={actionData} />}
          {draw.past.length > 0 && <Past past={draw.past} />}
          <RunBy both={both} />
        </div>
      </div>
    </Frame>
  );
}

type Running = { prize_minor: string; winners: number; entries: number; until: string; drawn_on: string };

function Draw({ draw }: { draw: Running }) {
  const t = useText();
  const prize = formatMoney(draw.prize_minor);
  return (
    <section aria-labelledby="draw">
      <h2 id="draw" className="mb-4">
        {t("The monthly draw")}
      </h2>
      <p className="mb-4">
        <strong>{t("No purchase needed, and buying doesn't improve your odds.")}</strong>
      </p>
      <LeaderList
        lines={[
          { term: t("Prize"), value: t("{{amount}}, cash or gift card", { amount: prize }) },
          { term: t("Winners"), value: draw.winners },
          { term: t("Entries confirmed so far"), value: draw.entries },
          { term: t("Last day to enter"), value: <DateText value={draw.until} /> },
          { term: t("Drawn on"), value: <DateText value={draw.drawn_on} /> },
        ]}
      />
      <ul className="mt-6 grid list-disc ps-5 [--gap:.5rem]">
        <li>{t("One entry per person per month. It counts once you confirm it from the email.")}</li>
        <li>
          {t(
            "Your odds are the number of winners divided by the number of confirmed entries. Every entry has the same chance.",
          )}
        </li>
        <li>{t("We email the winner, who has 30 days to open a free account with that address. No card needed.")}</li>
        <li>{t("A prize that isn't claimed in time is drawn again from the other entries.")}</li>
        <li>
          {t(
            "{{age}} or older, living in the United States. Void where prohibited. Winners pay any taxes on their prize.",
            { age: MINIMUM_AGE_YEARS },
          )}
        </li>
        <li>{t("We use your address only for the draw and erase it three months later.")}</li>
      </ul>
    </section>
  );
}

function Past({
  past,
}: {
  past: readonly { month: string; entries: number; prize_minor: string; drawn_on: string }[];
}) {
  const t = useText();
  return (
    <section aria-labelledby="past">
      <h2 id="past" className="mb-4">
        {t("Past draws")}
      </h2>
      <table className="odds">
        <thead>
          <tr>
            <th scope="col">{t("Drawn on")}</th>
            <th scope="col">{t("Confirmed entries")}</th>
            <th scope="col">{t("Prize")}</th>
          </tr>
        </thead>
        <tbody>
          {past.map((one) => (
            <tr key={one.month}>
              <td>
                <DateText value={one.drawn_on} />
              </td>
              <td>{one.entries}</td>
              <td>{formatShortMoney(one.prize_minor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small muted">{t("Ask us who won, and we'll tell you if the winner agreed to it.")}</p>
    </section>
  );
}

function RunBy({ both }: { both: boolean }) {
  const t = useText();
  const brand = useBrand();
  return (
    <section aria-labelledby="run-by">
      <h2 id="run-by" className="mb-4">
        {t("Who runs it")}
      </h2>
      <p>
        {both
          ? t("{{name}} runs both. Questions, winners and complaints:", { name: brand.run_by ?? brand.name })
          : t("{{name}} runs it. Questions and complaints:", { name: brand.run_by ?? brand.name })}{" "}
        <a href={`mailto:${brand.support_email}`}>{brand.support_email}</a>
      </p>
    </section>
  );
}
