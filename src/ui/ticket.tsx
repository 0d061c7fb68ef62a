import type { ReactNode } from "react";
import { MerchantTile } from "./merchant-tile.tsx";

export type TicketTone = "percent" | "amount" | "open" | "condition" | "ended";

const TONES: Record<TicketTone, string> = {
  percent: "ticket",
  amount: "ticket ticket-copper",
  open: "ticket ticket-accent",
  condition: "ticket ticket-info",
  ended: "ticket ticket-off",
};

/**
 * A coupon. Stub (value, unit), tear line, title, facts, one action. No hooks and no words of its own: a page has sixty.
 * `facts` are short lines ("Code. Ends Mar 22, 2026", "Worked 41 of 52 times").
 */
export function Ticket({
  tone,
  value,
  unit,
  title,
  lang,
  facts,
  action,
  merchant,
  id,
}: {
  tone: TicketTone;
  value: string;
  unit: string;
  title: string;
  /** When the title is not in the page's language. */
  lang?: string | undefined;
  facts: readonly string[];
  action: ReactNode;
  /** `pays`: what comes back there, in a few quiet words. */
  merchant?: { name: string; logo: string | null; href?: string; pays?: string } | undefined;
  id?: string;
}) {
  return (
    <article className={TONES[tone]} id={id}>
      <div className="ticket-stub">
        <span className={value.length > 5 ? "v v-long" : "v"}>{value}</span>
        {unit && <span className="u">{unit}</span>}
      </div>
      <div className="ticket-body">
        {merchant && (
          <div className="ticket-store">
            <MerchantTile name={merchant.name} logo={merchant.logo} size={24} />
            {merchant.href ? <a href={merchant.href}>{merchant.name}</a> : <span>{merchant.name}</span>}
            {merchant.pays && <span className="xs faint">{merchant.pays}</span>}
          </div>
        )}
        <h3 lang={lang}>{title}</h3>
        <div className="ticket-foot">
          <span className="xs faint">
            {facts.map((fact) => (
              <span className="fact" key={fact}>
                {fact}
              </span>
            ))}
          </span>
          {action}
        </div>
      </div>
    </article>
  );
}
