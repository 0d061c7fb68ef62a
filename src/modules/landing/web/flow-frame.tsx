/** The bare page around one step: logo, trail of steps, language; at the foot terms, help and the way out. */
import type { ReactNode } from "react";
import { StepTrail } from "#ui/progress.tsx";
import { useBrand } from "#ui/shell/brand.tsx";
import { BareFrame } from "#ui/shell/frame.tsx";
import { LanguageLink } from "#ui/shell/language-link.tsx";
import { useText } from "#ui/text.tsx";
import { useKeptZone } from "#ui/zone.ts";

/** `step` 1 to 5 is under way; 6 is past them all; none shows no trail. `note` stands there on a phone. */
export function FlowFrame({ step, note, children }: { step?: number; note?: string; children: ReactNode }) {
  const t = useText();
  useKeptZone();
  const names = [t("Spin"), t("Three questions"), t("Check"), t("Account"), t("Payment")];
  return (
    <BareFrame
      steps={
        <>
          {step !== undefined && <StepTrail label={t("Steps")} steps={names} current={step - 1} />}
          {step !== undefined && step <= names.length && (
            <span className="small muted text-end text-balance lg:hidden">
              {t("Step {{step}} of {{steps}}", { step, steps: names.length })}: <b>{names[step - 1]}</b>
            </span>
          )}
          {note && <span className="small muted lg:hidden">{note}</span>}
          <span className="max-lg:hidden">
            <LanguageLink />
          </span>
        </>
      }
      foot={<FlowFoot />}
    >
      {children}
    </BareFrame>
  );
}

function FlowFoot() {
  const t = useText();
  const brand = useBrand();
  // A short page has its foot at the bottom of the window: painted half, it would move up by what is still to come.
  return (
    <span className="xs faint flex flex-wrap content-start items-center justify-center gap-x-5 gap-y-1.5 py-6 max-lg:min-h-36 [&>a]:py-1">
      <a href="/terms">{t("Terms")}</a>
      <a href="/privacy-policy">{t("Privacy policy")}</a>
      <a href="/faq">{t("Help")}</a>
      <a href="/cancel-subscription">{t("Cancel membership")}</a>
      {/* Where a card is given, it is said who takes it. */}
      <span className="max-lg:order-last max-lg:w-full">
        {brand.run_by
          ? t("{{brand}}. Run by {{company}}", { brand: brand.name, company: brand.run_by })
          : `© ${brand.name}`}
      </span>
      <span className="flex w-full justify-center lg:hidden">
        <LanguageLink />
      </span>
    </span>
  );
}
