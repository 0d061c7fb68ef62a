/** What is known of a thing, as the desk and its own page show it: facts, what happened, money. */
import { When } from "./times.tsx";
import { nameOf, wordsOf } from "./words.ts";

/** Two rows may say the same at the same instant: only their place tells them apart. */
export const numbered = <Row,>(rows: readonly Row[]) => rows.map((row, at) => ({ ...row, key: `row-${at}` }));

/** Why something stands as it does, by its code: "(commission_low)". */
const REASON = /\([a-z]+(?:_[a-z]+)+\)/g;
const INSTANTS = /(\d{4}-\d\d-\d\dT[\d:.]+Z)/;

const PICTURE = /^https?:\/\/\S+\/picture\?\S+$/;

/** A line as it was told; the instants in it are kept to the millisecond, and they and its codes are read by people. */
export const Words = ({ text }: { text: string }) =>
  numbered(text.split(INSTANTS).map((part) => ({ part }))).map(({ key, part }) =>
    INSTANTS.test(part) ? (
      <When key={key} at={part} />
    ) : (
      wordsOf(part.replaceAll(REASON, (code) => code.replaceAll("_", " ")))
    ),
  );

/** A picture stands beside what was read of it. */
export const Value = ({ value }: { value: string }) => {
  if (PICTURE.test(value))
    return (
      <a href={value} target="_blank" rel="noopener noreferrer">
        <img className="con-paper" src={value} alt="The picture. It opens in a new tab." />
      </a>
    );
  return <Words text={value} />;
};

export const FactList = ({ facts }: { facts: Readonly<Record<string, string>> }) => (
  <dl className="con-facts">
    {Object.entries(facts).map(([name, value]) => (
      <div key={name}>
        <dt>{nameOf(name)}</dt>
        <dd>
          <Value value={value} />
        </dd>
      </div>
    ))}
  </dl>
);

export const Timeline = ({ rows }: { rows: readonly { at: string; what: string; by: string }[] }) => (
  <ol className="con-timeline">
    {numbered(rows).map((row) => (
      <li key={row.key}>
        <When at={row.at} />
        <span>
          <Words text={row.what} />
        </span>
        <span className="faint">{wordsOf(row.by)}</span>
      </li>
    ))}
    {rows.length === 0 && <li>Nothing yet.</li>}
  </ol>
);

export const MoneyLines = ({ rows }: { rows: readonly { at: string; what: string; amount: string }[] }) => (
  <ol className="con-timeline">
    {numbered(rows).map((row) => (
      <li key={row.key}>
        <When at={row.at} />
        <span>
          <Words text={row.what} />
        </span>
        <b className="num">{row.amount}</b>
      </li>
    ))}
  </ol>
);
