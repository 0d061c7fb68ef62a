/**
 * What stands in every page's shell but knows its reader or what a search finds. Handed in where the document is composed,
 * so that the shell itself knows nothing but its own looks.
 */
import { type ComponentType, createContext, type ReactNode, type RefObject, useContext } from "react";
import type { NavKey } from "./places.ts";

export type ShellParts = {
  /** The header's end: the ways in, or a member's purse. */
  HeaderEnd: ComponentType;
  /** What the drawer holds on a phone; `prepareMenu` loads it before it opens. */
  Menu: ComponentType<{ current?: NavKey | undefined; onGo: () => void }>;
  prepareMenu: () => void;
  TabBar: ComponentType<{ current?: NavKey | undefined }>;
  Toasts: ComponentType;
  /** What operators say above the page. */
  Banner: ComponentType<{ current?: NavKey | undefined }>;
  /** The list that comes up under a search field once it is used. */
  Suggestions: ComponentType<{ input: RefObject<HTMLInputElement | null>; onGo?: () => void }>;
  onSearch: () => void;
};

const Parts = createContext<ShellParts | null>(null);

export const ShellPartsProvider = ({ parts, children }: { parts: ShellParts; children: ReactNode }) => (
  <Parts value={parts}>{children}</Parts>
);

export function useShellParts(): ShellParts {
  const parts = useContext(Parts);
  if (!parts) throw new Error("The shell must stand inside ShellPartsProvider.");
  return parts;
}
