/** Which rebates are open is kept in this browser, so that a claim can be filled in without a connection. */
import { useEffect } from "react";
import { keepSeen } from "#client/kept.ts";
import { useViewer } from "#client/viewer.ts";
import type { BenefitsPage } from "../benefits.types.ts";

export function useSeenBenefits(page: BenefitsPage): void {
  const user_id = useViewer((viewer) => viewer.user?.user_id);
  useEffect(() => {
    if (!user_id) return;
    const open = page.benefits.filter(({ kind, closed }) => kind === "claim" && !closed);
    void keepSeen(user_id, { benefits: open.map(({ type, name }) => ({ type, name: { ...name } })) });
  }, [user_id, page]);
}
