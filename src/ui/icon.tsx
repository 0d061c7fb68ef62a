import type { IconName, ServiceName } from "./icons/names.ts";
import services from "./icons/services.svg?no-inline";
import sprite from "./icons/sprite.svg?no-inline";

export type { IconName, ServiceName };

const SIZES = { sm: "i i-sm", md: "i", lg: "i i-lg", xl: "i i-xl" } as const;

/** A Lucide icon from the sprite: 16, 20, 24 or 32 px. Decorative always: the words stand beside it or in `aria-label`. */
export function Icon({ name, size = "md" }: { name: IconName; size?: keyof typeof SIZES }) {
  return (
    <svg className={SIZES[size]} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

/** The mark of a service that a person signs in or pays with, in the colour of the text around it. */
export function ServiceIcon({ name }: { name: ServiceName }) {
  return (
    <svg className="i brandi" aria-hidden="true">
      <use href={`${services}#${name}`} />
    </svg>
  );
}

/** The gold coin: where the money is now. `penny` is the copper one. Sizes come from the class of the place. */
export function Coin({ penny = false, className = "" }: { penny?: boolean; className?: string }) {
  return (
    <svg
      className={`coin${penny ? " penny" : ""}${className && ` ${className}`}`}
      viewBox="0 0 100 100"
      aria-hidden="true"
    >
      <use href={`${sprite}#coin`} />
    </svg>
  );
}

export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 64 64" aria-hidden="true">
      <use href={`${sprite}#mark`} />
    </svg>
  );
}

export function Wordmark() {
  return (
    <svg className="word" viewBox="0 0 202 40" role="img" aria-label="Tuppence">
      <use href={`${sprite}#word`} />
    </svg>
  );
}
