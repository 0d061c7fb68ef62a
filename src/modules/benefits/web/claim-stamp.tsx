import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import type { ClaimState } from "../benefits.types.ts";
import { CLAIM_STAMPS } from "./claim-words.ts";

export function ClaimStamp({ state, big = false }: { state: ClaimState; big?: boolean }) {
  const t = useText();
  const { tone, icon, text } = CLAIM_STAMPS[state];
  return (
    <WordStamp tone={tone} icon={icon} big={big}>
      {t(text)}
    </WordStamp>
  );
}
