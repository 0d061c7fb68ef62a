/** The coupon-code modal (SPEC §2): the code, whether it copied, its facts, the way to the store, a vote. */
import { useEffect, useRef, useState } from "react";
import type { Coupon, Rate } from "#catalog";
import { openAuth } from "#client/auth.ts";
import { call } from "#client/call.ts";
import { currentViewer } from "#client/viewer.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { formatDate } from "#ui/date.tsx";
import { Dialog, dialogSizeFor } from "#ui/dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { formatMoney } from "#ui/money.tsx";
import { type LeaderLine, LeaderList } from "#ui/receipt.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { lastDay } from "../days.ts";
import { titleFor, triedWords } from "./coupon-ticket.tsx";
import { shopHref } from "./links.ts";
import { bareRate, rateWords } from "./rate-words.ts";

/** `refused`: the browser keeps its clipboard shut; the code is selected instead. */
type Copy = "idle" | "copied" | "refused";

function CodeBox({ code }: { code: string }) {
  const t = useText();
  const output = useRef<HTMLOutputElement>(null);
  const [copy, setCopy] = useState<Copy>("idle");

  async function copyCode() {
    try {
      await navigator.clipboard.writeText(code);
      setCopy("copied");
    } catch {
      if (output.current) window.getSelection()?.selectAllChildren(output.current);
      setCopy("refused");
    }
  }

  return (
    <>
      <div className="code-box">
        <output ref={output}>{code}</output>
        <Button look="primary" size="lg" onClick={copyCode}>
          <Icon name={copy === "copied" ? "check" : "copy"} size="sm" />
          {copy === "copied" ? t("Copied") : t("Copy")}
        </Button>
      </div>
      <span className="sr" role="status">
        {copy === "copied" && t("The code was copied.")}
      </span>
      {copy === "refused" && (
        <p className="hint mt-2">
          {t("Your browser blocked copying. The code is selected, so copy it with your keyboard.")}
        </p>
      )}
    </>
  );
}

function Vote({ coupon }: { coupon: Coupon }) {
  const t = useText();
  const [state, setState] = useState<"open" | "sending" | "thanks" | "failed">("open");
  async function vote(worked: boolean) {
    setState("sending");
    try {
      await call(`/api/coupons/${coupon.offer_id}/vote`, { json: { worked } });
      setState("thanks");
    } catch {
      setState("failed");
    }
  }
  return (
    <div className="vote mt-5" role="status">
      {state === "thanks" ? (
        <span>{t("Thanks. Your vote helps the next shopper.")}</span>
      ) : (
        <>
          <span>{state === "failed" ? t("That didn't go through. Please try again.") : t("Did the code work?")}</span>
          <Button size="sm" disabled={state === "sending"} onClick={() => vote(true)}>
            <Icon name="thumbs-up" size="sm" />
            {t("Yes")}
          </Button>
          <Button size="sm" disabled={state === "sending"} onClick={() => vote(false)}>
            <Icon name="thumbs-down" size="sm" />
            {t("No")}
          </Button>
        </>
      )}
    </div>
  );
}

export default function CodeDialog({ coupon, rate, onClose }: { coupon: Coupon; rate: Rate; onClose: () => void }) {
  const t = useText();
  const language = useLanguage();
  const [ended, setEnded] = useState(false);
  const { merchant } = coupon;

  // A page may have stood open past the coupon's end.
  useEffect(() => {
    setEnded(
      coupon.ends_at !== null && new Date(coupon.ends_at).getTime() < performance.timeOrigin + performance.now(),
    );
  }, [coupon.ends_at]);

  const condition = language === "es" ? coupon.condition_es : coupon.condition;
  const figure = bareRate(rate, t);
  const lines: LeaderLine[] = [
    {
      term: t("Ends"),
      value: coupon.ends_at ? formatDate(lastDay(coupon.ends_at), language) : t("No end date given"),
    },
    ...(coupon.minimum_minor ? [{ term: t("Minimum order"), value: formatMoney(coupon.minimum_minor) }] : []),
    ...(condition ? [{ term: t("Only for"), value: condition }] : []),
    ...(figure
      ? [
          {
            term: t("Cash back with this code"),
            value: t("{{rate}}, switched on", { rate: rateWords(rate, t) ?? figure }),
            tone: "back" as const,
          },
        ]
      : []),
  ];
  const tried = triedWords(coupon, t);
  const { title, lang } = titleFor(coupon, language);
  const terms = (language === "es" && coupon.description_es) || coupon.offer_description;
  const href = shopHref(merchant.internal_name, { offer: coupon.offer_id });
  return (
    <Dialog
      open
      onClose={onClose}
      size={dialogSizeFor(terms)}
      lead={<MerchantTile name={merchant.name} logo={merchant.logo_url} size={56} />}
      title={
        <>
          <span className="dialog-over">{merchant.name}</span>
          <span lang={lang}>{title}</span>
        </>
      }
    >
      {ended ? (
        <p className="note note-wait">
          <Icon name="clock" />
          <span>{t("This code expired after you opened the page. It may no longer work.")}</span>
        </p>
      ) : (
        coupon.offer_code && <CodeBox code={coupon.offer_code} />
      )}
      <p className="small muted mt-3">
        {t("Paste it at checkout at {{store}}.", { store: merchant.name })} {tried && `${tried}.`}
      </p>
      {terms && terms !== coupon.title && (
        <p
          className="small muted mt-3 dialog-text"
          lang={terms === coupon.description_es ? "es" : coupon.title_language}
        >
          {terms}
        </p>
      )}
      <div className="my-4">
        <LeaderList lines={lines} />
      </div>
      <ButtonLink
        look="primary"
        size="lg"
        block
        className="icon-last"
        href={href}
        rel="nofollow"
        onClick={(event) => {
          if (currentViewer().authenticated) return;
          event.preventDefault();
          onClose();
          openAuth("sm-register", {
            merchant_name: merchant.name,
            rate_text: figure ?? "",
            return_to: href,
            logo_url: merchant.logo_url,
          });
        }}
      >
        {figure
          ? t("Go to {{store}} with {{rate}} back", {
              store: merchant.name,
              rate: rateWords(rate, t) ?? figure,
            })
          : t("Go to {{store}}", { store: merchant.name })}
        <Icon name="external-link" size="sm" />
      </ButtonLink>
      <Vote coupon={coupon} />
    </Dialog>
  );
}
