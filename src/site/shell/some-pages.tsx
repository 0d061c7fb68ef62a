/**
 * What only some pages show, and whose code the others do not carry. The server has it at hand, so that it stands in the document;
 * the browser keeps what stands there until the code has come.
 */
import { type ComponentType, lazy, Suspense } from "react";
import type { NavKey } from "#ui/shell/places.ts";
import { ProblemView } from "../problem.tsx";

type Of = { current?: NavKey | undefined };
type Load = () => Promise<{ default: ComponentType<Of> }>;

const partOf = (load: Load) => ({ load, Shown: lazy(load) as ComponentType<Of> });

const PARTS = {
  banner: partOf(() => import("./banner-strip.tsx")),
  looked: partOf(() => import("./looked-at.tsx")),
  // Who loses the connection on the way is told that the page did not load, which is so.
  missing: partOf(() => import("../not-found-view.tsx").catch(() => ({ default: () => <ProblemView status={500} /> }))),
};

export function OnSomePages({ part, current }: Of & { part: keyof typeof PARTS }) {
  const { Shown } = PARTS[part];
  return (
    <Suspense fallback={null}>
      <Shown current={current} />
    </Suspense>
  );
}

/** For the server, before its first page. */
export async function prepareParts() {
  for (const part of Object.values(PARTS)) part.Shown = (await part.load()).default;
}
