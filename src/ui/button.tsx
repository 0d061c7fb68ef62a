import type { ComponentProps, ReactNode } from "react";

type Look = {
  look?: "primary" | "secondary" | "quiet" | "brick" | "on-cover" | "ghost-cover" | undefined;
  size?: "sm" | "md" | "lg" | undefined;
  /** Full width of its place. */
  block?: boolean | undefined;
  /** Square, for one icon; give it an `aria-label`. */
  square?: boolean | undefined;
};

export function buttonClass({ look = "secondary", size = "md", block, square }: Look, extra = ""): string {
  let name = `btn btn-${look}`;
  if (size !== "md") name += ` btn-${size}`;
  if (block) name += " btn-block";
  if (square) name += " btn-icon";
  return extra ? `${name} ${extra}` : name;
}

/**
 * A button does something; a place to go to is a `ButtonLink`. While `busy` it says what it does ("Withdrawing"), keeps
 * its width and cannot be pressed again.
 */
export function Button({
  look,
  size,
  block,
  square,
  busy = false,
  busyText,
  className,
  children,
  type = "button",
  ...rest
}: Look & { busy?: boolean; busyText?: string } & ComponentProps<"button">) {
  if (!busyText) {
    return (
      <button type={type} className={buttonClass({ look, size, block, square }, className)} {...rest}>
        {children}
      </button>
    );
  }
  return (
    <button
      type={type}
      className={buttonClass({ look, size, block, square }, `${className ?? ""}${busy ? " is-loading" : ""}`.trim())}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...rest}
      {...(busy ? { onClick: (event) => event.preventDefault() } : {})}
    >
      <span className="btn-swap">
        <span data-off={busy ? "" : undefined} aria-hidden={busy || undefined}>
          {children}
        </span>
        <span data-off={busy ? undefined : ""} aria-hidden={!busy || undefined}>
          <i className="spinner" />
          {busyText}
        </span>
      </span>
    </button>
  );
}

export function ButtonLink({ look, size, block, square, className, children, ...rest }: Look & ComponentProps<"a">) {
  return (
    <a className={buttonClass({ look, size, block, square }, className)} {...rest}>
      {children}
    </a>
  );
}

/** What cannot be done now, with the reason in its words: "Ended", "Used up". Not a control, so not focusable. */
export function DeadButton({ size, children }: { size?: "sm" | "md" | "lg"; children: ReactNode }) {
  return <span className={buttonClass({ size }, "is-disabled")}>{children}</span>;
}
