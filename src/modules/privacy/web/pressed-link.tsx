/** What the pages have in common that a letter's link leads to: a press that is told where it was pressed, and a link that opens nothing. */
import { type RefObject, useEffect, useRef } from "react";
import { ButtonLink } from "#ui/button.tsx";
import { useText } from "#ui/text.tsx";

export type Heading = RefObject<HTMLHeadingElement | null>;

/** Takes the focus once a press was answered. */
export function useAnswered(answer: unknown): Heading {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (answer) heading.current?.focus();
  }, [answer]);
  return heading;
}

export function BrokenLink(props: { heading: Heading; words: string; href: string; label: string }) {
  const t = useText();
  return (
    <>
      <h1 ref={props.heading} tabIndex={-1}>
        {t("This link doesn't work")}
      </h1>
      <p className="lead mt-4">{props.words}</p>
      <p className="mt-8">
        <ButtonLink href={props.href}>{props.label}</ButtonLink>
      </p>
    </>
  );
}
