/** What was decided lately and can still be undone, and how promises were kept by day. */
import type { ShownDecision } from "#staff";
import { formatDate } from "#ui/date.tsx";
import { DecisionLine } from "./decision-line.tsx";

type Lately = {
  open: readonly ShownDecision[];
  ended: readonly ShownDecision[];
  days: readonly { day: string; decided: number; kept: number; undone: number }[];
};

export function DeskRecord({
  record,
  onChanged,
  isEmpty,
}: {
  record: Lately;
  onChanged: () => void;
  isEmpty: boolean;
}) {
  const most = Math.max(1, ...record.days.map(({ decided }) => decided));
  return (
    <>
      {isEmpty && (
        <div className="con-clear">
          <h2>Nothing waits for a person</h2>
          <p className="muted">What modules cannot settle by themselves comes here, oldest promise first.</p>
        </div>
      )}
      <div className="con-row">
        <section className="panel" aria-label="Decided lately">
          <div className="panel-head">
            <h2>Decided lately</h2>
          </div>
          <div className="con-decisions">
            {[...record.open, ...record.ended].slice(0, 12).map((decision) => (
              <DecisionLine key={decision.id} decision={decision} onChanged={onChanged} isNamed />
            ))}
            {record.open.length + record.ended.length === 0 && <p className="muted">Nothing was decided today.</p>}
          </div>
        </section>
        <section className="panel" aria-label="Promises by day">
          <div className="panel-head">
            <h2>Promises by day</h2>
          </div>
          <table className="ledger con-days">
            <caption className="sr">Decisions of the last two weeks and how many kept the promise</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Decided</th>
                <th scope="col" className="end">
                  Kept
                </th>
                <th scope="col" className="end">
                  Undone
                </th>
              </tr>
            </thead>
            <tbody>
              {record.days.map((row) => (
                <tr key={row.day}>
                  <td>{formatDate(row.day, "en", "short")}</td>
                  <td>
                    <span className="con-bar" aria-hidden="true">
                      <i style={{ width: `${(row.kept / most) * 100}%` }} />
                      <i className="bad" style={{ width: `${((row.decided - row.kept) / most) * 100}%` }} />
                    </span>{" "}
                    <span className="num">{row.decided}</span>
                  </td>
                  <td className={row.kept < row.decided ? "end num late" : "end num"}>
                    {row.decided === 0 ? "–" : `${Math.round((row.kept / row.decided) * 100)}%`}
                  </td>
                  <td className="end num">{row.undone}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </>
  );
}
