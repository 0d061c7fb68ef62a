/** The passbook is kept in this browser as it was last seen, for the page without a connection. */
import { useEffect } from "react";
import { keepSeen } from "#client/kept.ts";
import { useViewer } from "#client/viewer.ts";
import type { PassbookPage } from "#passbook";
import { toSeen } from "./passbook-words.ts";

const MAX_ENTRIES = 20;

export function useSeenPassbook(passbook: PassbookPage): void {
  const user_id = useViewer((viewer) => viewer.user?.user_id);
  useEffect(() => {
    if (!user_id || passbook.page !== 1 || passbook.filter !== "all") return;
    const { available_minor, pending_minor, coins } = passbook.balances;
    void keepSeen(user_id, {
      balances: { available_minor, pending_minor, coins },
      entries: passbook.entries
        .flatMap((entry) => (entry.type === "order" ? [toSeen(entry)] : []))
        .slice(0, MAX_ENTRIES),
    });
  }, [user_id, passbook]);
}
