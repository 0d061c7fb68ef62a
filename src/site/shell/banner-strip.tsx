/**
 * A strip above a page that operators put up. It stands in the document, which is the same for everybody; who closed it in this
 * browser has it hidden before the page is painted, so that nothing moves.
 */
import { useId, useLayoutEffect, useState } from "react";
import { useLocation, useRouteLoaderData } from "react-router";
import type { ShownBanner } from "#content";
import { buttonClass } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { NavKey } from "#ui/shell/places.ts";
import { useText } from "#ui/text.tsx";

const CLOSED = "closed_banners";
const MAX_REMEMBERED = 20;
/** Pages of one task, from which nothing leads away. */
const ONE_TASK =
  /^\/(console|login|register|logout|password|p?verify|plan|cancel-subscription|spoptout|auth|account\/(onboarding|update_pay_method))(\/|$)/;

const placeOf = (current: NavKey | undefined): ShownBanner["on"] | null => {
  if (current === "home" || current === "stores" || current === "products" || current === "account") return current;
  if (current === "coupons") return "stores";
  return current === "rebates" ? "account" : null;
};

/** Read once: null until then, as on the server. */
let closed: readonly string[] | null = null;
function readClosed(): readonly string[] {
  try {
    return (localStorage.getItem(CLOSED) ?? "").split(" ");
  } catch {
    // A browser that keeps nothing shows it again.
    return closed ?? [];
  }
}
function keepClosed(id: string) {
  closed = [...readClosed().filter(Boolean), id].slice(-MAX_REMEMBERED);
  try {
    localStorage.setItem(CLOSED, closed.join(" "));
  } catch {
    // As said above.
  }
}

/** Runs where it stands, while the document is read. */
const hideClosed = (id: string) =>
  `try{if((localStorage.${CLOSED}||"").split(" ").includes("${id}"))document.getElementById("banner").hidden=true}catch{}`;

type StripProps = {
  banner: ShownBanner;
  nonce?: string;
  /** False where somebody only looks at it, who may have closed it as a reader. */
  remembers?: boolean;
  onClose: () => void;
};

export function BannerStrip({ banner, nonce, remembers = true, onClose }: StripProps) {
  const t = useText();
  const head = useId();
  const { id, title, words, button, closes } = banner;
  return (
    <section id="banner" className="banner" aria-labelledby={head} suppressHydrationWarning>
      <div className="wrap">
        <p>
          <b id={head}>{title}</b> <span>{words}</span>
        </p>
        {button && (
          <a className={buttonClass({ look: "ghost-cover", size: "sm" })} href={button.href}>
            {button.text}
          </a>
        )}
        {closes && (
          <button
            type="button"
            className="banner-close"
            aria-label={t("Close")}
            aria-describedby={head}
            onClick={onClose}
          >
            <Icon name="x" />
          </button>
        )}
      </div>
      {closes && remembers && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code; the id is of our own making.
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: hideClosed(id) }} />
      )}
    </section>
  );
}

/** The one that this page shows, if any: the first of those that are for it. */
export default function PageBanner({ current }: { current?: NavKey | undefined }) {
  const { pathname } = useLocation();
  const root = useRouteLoaderData("root") as { banners?: ShownBanner[]; nonce?: string } | undefined;
  const [gone, setGone] = useState(closed);
  useLayoutEffect(() => {
    closed = readClosed();
    setGone(closed);
  }, []);
  const place = placeOf(current);
  const banner = root?.banners?.find(({ on }) => on === "everywhere" || on === place);
  if (!banner || ONE_TASK.test(pathname) || gone?.includes(banner.id)) return null;
  const close = () => {
    keepClosed(banner.id);
    setGone(closed);
    // Where the reader stood is gone: the page itself comes next.
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <BannerStrip key={banner.id} banner={banner} {...(root?.nonce ? { nonce: root.nonce } : {})} onClose={close} />
  );
}
