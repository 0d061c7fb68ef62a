/** What a landing page shows before the first step: the offer, its odds, its price, and one way on. */
import type { ReactNode } from "react";
import type { OfferTerms } from "#landing";
import { ButtonLink } from "#ui/button.tsx";
import { useText } from "#ui/text.tsx";
import { ExitHost } from "./exit-host.tsx";
import { FlowFrame } from "./flow-frame.tsx";
import { Odds, TermsStrip } from "./step-spin.tsx";
import { type ShownPrize, Wheel } from "./wheel.tsx";

export function EntryPage({
  title,
  lead,
  prizes,
  terms,
  children,
}: {
  title: string;
  lead: string;
  prizes: readonly ShownPrize[];
  terms: OfferTerms;
  children?: ReactNode;
}) {
  const t = useText();
  return (
    <FlowFrame>
      <div className="wrap spin">
        <div className="spin-intro">
          <div>
            <h1>{title}</h1>
            <p className="lead max-w-[40ch]">{lead}</p>
          </div>
        </div>
        <div className="spin-wheel">
          <Wheel prizes={prizes} place={null} turning={false} />
        </div>
        <div className="spin-odds">
          <Odds prizes={prizes} />
          {children}
        </div>
        <div className="spin-press row">
          <ButtonLink look="primary" size="lg" className="spin-btn" href="/spl/spt/1">
            {t("Go to the wheel")}
          </ButtonLink>
          <ButtonLink size="lg" className="spin-btn" href="/">
            {t("No thanks")}
          </ButtonLink>
        </div>
      </div>
      <TermsStrip terms={terms} />
      <ExitHost />
    </FlowFrame>
  );
}
