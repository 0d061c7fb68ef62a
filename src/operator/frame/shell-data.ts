/** What the frame of the console knows, for whatever stands inside of it. */
import { useRouteLoaderData } from "react-router";
import type { Place } from "../places.ts";

export type ShellData = {
  me: { name: string; email: string; initials: string; roles: readonly string[] };
  places: readonly Place[];
  /** How much waits in each queue that they may see. */
  queues: readonly { name: string; waiting: number; more: boolean; late: number }[];
  /** Whether a password may stand in for a passkey. */
  passwords: boolean;
};

export const useShell = (): ShellData | null => (useRouteLoaderData("operator/shell") as ShellData | undefined) ?? null;
