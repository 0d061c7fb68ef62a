import type { ReactNode } from "react";
import { useText } from "../text.tsx";
import { BrandLink } from "./brand.tsx";
import { BrokenPictures } from "./broken-pictures.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import type { NavKey } from "./places.ts";
import { useShellParts } from "./shell-parts.tsx";

function SkipLink() {
  const t = useText();
  return (
    <a className="skip" href="#main">
      {t("Skip to content")}
    </a>
  );
}

/** A page with header and footer. `current` marks its place in the navigation; sections lay out their own `.wrap`. */
export function Frame({ current, children }: { current?: NavKey; children: ReactNode }) {
  const { TabBar, Toasts, Banner } = useShellParts();
  return (
    <>
      <SkipLink />
      <Banner current={current} />
      <Header current={current} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <TabBar current={current} />
      <Toasts />
      <BrokenPictures />
    </>
  );
}

/** One task and nothing else: the logo, maybe a trail of steps, the task, a line at the foot. */
export function BareFrame({ steps, foot, children }: { steps?: ReactNode; foot?: ReactNode; children: ReactNode }) {
  const { Toasts } = useShellParts();
  return (
    <div className="center-page">
      <SkipLink />
      <header className="flow-head">
        <div className="wrap">
          <BrandLink />
          {steps}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="wrap bare-foot">{foot}</footer>
      <Toasts />
      <BrokenPictures />
    </div>
  );
}
