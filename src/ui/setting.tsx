import { type ReactNode, useId } from "react";
import { FieldError } from "./field.tsx";
import type { CallFailure } from "./use-call.ts";

/** One thing to set: a heading, what it is for, and its controls. */
export function Setting({
  title,
  lead,
  id,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  /** A place that links can lead to (`/account/pss#sessions`). */
  id?: string;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section className="card p-5 sm:p-6" id={id} aria-labelledby={heading}>
      <h2 className="text-xl" id={heading}>
        {title}
      </h2>
      {lead && <p className="small muted mt-1">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

/** What went wrong with the whole form, and with no field of it. */
export function FormFailure({ failure, fields }: { failure: CallFailure | null; fields: readonly string[] }) {
  if (!failure || (failure.field && fields.includes(failure.field))) return null;
  return (
    <div role="alert">
      <FieldError>{failure.text}</FieldError>
    </div>
  );
}
