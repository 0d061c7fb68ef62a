import { Coin, Icon } from "./icon.tsx";

/** Something is under way and its end is not known. Without `label` it is decoration beside words that say so. */
export function Progress({ label }: { label?: string }) {
  return label === undefined ? (
    <div className="progress" aria-hidden="true" />
  ) : (
    <div className="progress" role="progressbar" aria-label={label} />
  );
}

/** The steps of a flow: done, the current one with the coin, and those to come. */
export function StepTrail({ label, steps, current }: { label: string; steps: readonly string[]; current: number }) {
  return (
    <nav aria-label={label}>
      <ol className="flow-steps">
        {steps.map((step, at) => (
          <li
            key={step}
            className={at < current ? "done" : undefined}
            aria-current={at === current ? "step" : undefined}
          >
            {at === current ? (
              <Coin />
            ) : (
              <span className="b">{at < current ? <Icon name="check" size="sm" /> : at + 1}</span>
            )}
            {step}
          </li>
        ))}
      </ol>
    </nav>
  );
}
