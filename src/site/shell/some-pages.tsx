/** What only some pages show, and whose code the others do not carry. */
import type { ComponentType } from "react";
import { onDemand } from "#ui/on-demand.tsx";
import type { NavKey } from "#ui/shell/places.ts";
import { ProblemView } from "../problem.tsx";

type Of = { current?: NavKey | undefined };

const partOf = (load: () => Promise<{ default: ComponentType<Of> }>) => onDemand(load);

const PARTS = {
  banner: partOf(() => import("./banner-strip.tsx")),
  looked: partOf(() => import("./looked-at.tsx")),
  // Who loses the connection on the way is told that the page did not load, which is so.
  missing: partOf(() => import("../not-found-view.tsx").catch(() => ({ default: () => <ProblemView status={500} /> }))),
};

export function OnSomePages({ part, current }: Of & { part: keyof typeof PARTS }) {
  const Shown = PARTS[part];
  return <Shown current={current} />;
}
