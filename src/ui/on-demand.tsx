/**
 * What pages show in some cases alone, and whose code the others do not carry. The server has it at hand, so that it stands in the
 * document; the browser keeps what stands there until the code has come.
 */
import { type ComponentType, lazy, Suspense } from "react";

const waiting = new Set<() => Promise<void>>();

/** Called once for each part, outside of every component. */
export function onDemand<Of extends object>(load: () => Promise<{ default: ComponentType<Of> }>): ComponentType<Of> {
  let Shown = lazy(load) as ComponentType<Of>;
  waiting.add(async () => {
    Shown = (await load()).default;
  });
  // No component of its own that could hold a state: it is the part, once it is there.
  return (props) => (
    <Suspense fallback={null}>
      <Shown {...props} />
    </Suspense>
  );
}

/** For the server, before a page: screens bring their parts along when they are first loaded. */
export async function prepareParts(): Promise<void> {
  if (waiting.size === 0) return;
  // What comes meanwhile waits for its own page, and who asks meanwhile waits for all of these.
  await Promise.all(
    [...waiting].map(async (prepare) => {
      await prepare();
      waiting.delete(prepare);
    }),
  );
}
