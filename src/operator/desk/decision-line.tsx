/** A decision: who, what, why, and what can still be done about it. */
import type { ShownDecision } from "#staff";
import { Button } from "#ui/button.tsx";
import { Icon, type IconName } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { consoleCall } from "../console-call.ts";
import { Kbd } from "../frame/kbd.tsx";
import { useKeys } from "../frame/keys.ts";
import { Left, When } from "../times.tsx";
import { useAction } from "../use-action.ts";
import { nameOf } from "../words.ts";

const STATES: Readonly<Record<ShownDecision["state"], { icon: IconName; text: string; tone: string }>> = {
  second: { icon: "users", text: "Waiting for a second person", tone: "tag-accent" },
  waiting: { icon: "hourglass", text: "Decided", tone: "tag-good" },
  running: { icon: "hourglass", text: "Being carried out", tone: "tag-good" },
  done: { icon: "check", text: "Done", tone: "tag-good" },
  refused: { icon: "ban", text: "Could not be done", tone: "tag-bad" },
  failed: { icon: "triangle-alert", text: "Failed", tone: "tag-bad" },
  undone: { icon: "undo-2", text: "Undone", tone: "" },
  rejected: { icon: "x", text: "Rejected", tone: "tag-bad" },
  expired: { icon: "clock", text: "Nobody agreed in time", tone: "" },
};

export function DecisionLine({
  decision,
  onChanged,
  isKeyed = false,
  isNamed = false,
}: {
  decision: ShownDecision;
  onChanged: () => void;
  /** Whether `u`, `y` and `n` are its keys: one at most on a page. */
  isKeyed?: boolean;
  /** Where its item does not stand beside it. */
  isNamed?: boolean;
}) {
  const { busy, problem, run } = useAction();
  const { icon, text, tone } = STATES[decision.state];
  const after = async (act: () => Promise<unknown>) => {
    await run(act);
    onChanged();
  };
  const undo = () => void after(() => consoleCall("/api/console/decisions/undo", { id: decision.id }));
  const answer = (agree: boolean) =>
    void after(() => consoleCall("/api/console/decisions/second", { id: decision.id, agree, hash: decision.hash }));
  const may = {
    undo: decision.may_undo && (decision.is_own || decision.state === "waiting"),
    agree: decision.may_agree,
  };
  useKeys(
    isKeyed
      ? {
          u: may.undo ? undo : undefined,
          y: may.agree ? () => answer(true) : undefined,
          n: may.agree ? () => answer(false) : undefined,
        }
      : {},
  );
  const values = Object.entries(decision.values);
  return (
    <div className="con-decision" data-state={decision.state}>
      <p>
        <span className={`tag ${tone}`}>
          <Icon name={icon} size="sm" />
          {text}
        </span>{" "}
        <b>{nameOf(decision.act)}</b>
        {isNamed && (
          <>
            {" "}
            {decision.place === "queue" ? (
              <a href={`/console/desk/${decision.name}/${encodeURIComponent(decision.item)}`}>{decision.line}</a>
            ) : (
              decision.line
            )}
          </>
        )}
        , by {decision.is_own ? "you" : decision.by}, <When at={decision.decided_at} />
        {decision.second && `, with ${decision.second}`}
      </p>
      {(decision.reason || values.length > 0) && (
        <p className="muted">
          {[decision.reason, ...values.map(([name, value]) => `${name}: ${value}`)].filter(Boolean).join(" · ")}
        </p>
      )}
      {decision.outcome && <p>{decision.outcome}</p>}
      {decision.state === "waiting" && (
        <p className="small muted">
          Carried out at <When at={decision.carry_at} />, in <Left until={decision.carry_at} />.
        </p>
      )}
      {decision.state === "second" && decision.expires_at && (
        <p className="small muted">
          Lapses at <When at={decision.expires_at} /> unless somebody else agrees.
        </p>
      )}
      {problem && <Note kind="bad">{problem}</Note>}
      {(may.undo || may.agree) && (
        <div className="row">
          {may.agree && (
            <>
              <Button size="sm" look="primary" disabled={busy} onClick={() => answer(true)}>
                Agree {isKeyed && <Kbd>Y</Kbd>}
              </Button>
              <Button size="sm" look="brick" disabled={busy} onClick={() => answer(false)}>
                Reject {isKeyed && <Kbd>N</Kbd>}
              </Button>
            </>
          )}
          {may.undo && (
            <Button size="sm" disabled={busy} onClick={undo}>
              <Icon name="undo-2" size="sm" />
              {decision.state === "second" ? "Take back" : "Undo"} {isKeyed && <Kbd>U</Kbd>}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
