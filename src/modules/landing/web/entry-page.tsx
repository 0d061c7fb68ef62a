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
        <div>
          <Wheel prizes={prizes} place={null} turning={false} />
        </div>
        <div>
          <div className="intro">
            <h1>{title}</h1>
            <p className="lead mt-5 max-w-[40ch]">{lead}</p>
          </div>
          <div className="rest-of">
            <Odds prizes={prizes} />
            {children}
            <div className="row">
              <ButtonLink look="primary" size="lg" className="spin-btn" href="/spl/spt/1">
                {t("Go to the wheel")}
              </ButtonLink>
              <ButtonLink size="lg" className="spin-btn" href="/">
                {t("No thanks")}
              </ButtonLink>
            </div>
          </div>
        </div>
      </div>
      <TermsStrip terms={terms} />
      <ExitHost />
    </FlowFrame>
  );
}
