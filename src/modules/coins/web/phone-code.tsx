/**
 * The way from a computer to the phone that an offer needs: a code that opens the offer there and, when its member asks for it, signs them
 * in there once. What signs in is made by a press alone, is drawn in this browser, and is taken away when its minutes are over.
 */
import { useEffect, useState } from "react";
import { call } from "#client/call.ts";
import { useViewer } from "#client/viewer.ts";
import type { OfferDetails } from "#coins";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import { useCall } from "#ui/use-call.ts";
import { platformWords } from "./offer-words.ts";

type Signed = { picture: string; minutes: number };

export function PhoneCode({ offer, qr }: { offer: OfferDetails; qr: string | null }) {
  const t = useText();
  const authenticated = useViewer((viewer) => viewer.authenticated);
  const { busy, failure, run } = useCall();
  const [signed, setSigned] = useState<Signed | null>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!signed) return;
    const end = setTimeout(() => {
      setSigned(null);
      setOver(true);
    }, signed.minutes * 60_000);
    return () => clearTimeout(end);
  }, [signed]);
  const make = () =>
    run(async () => {
      const [{ renderSVG }, made] = await Promise.all([
        import("uqr"),
        call<{ path: string; minutes: number }>(`/api/user/offer/phone/${offer.offer_id}`, { json: {} }),
      ]);
      const code = renderSVG(window.location.origin + made.path, { border: 2 });
      setSigned({ picture: `data:image/svg+xml,${encodeURIComponent(code)}`, minutes: made.minutes });
      setOver(false);
    });
  return (
    <div className="card grid justify-items-center p-5 text-center [--gap:.75rem]">
      <b>{t("This one needs {{device}}", { device: platformWords(offer.platforms, t) })}</b>
      {signed ? (
        <img
          src={signed.picture}
          width={210}
          height={210}
          alt={t("Code that opens this offer on your phone and signs you in there")}
        />
      ) : (
        qr && <img src={qr} width={168} height={168} alt={t("Code that opens this offer on your phone")} />
      )}
      <p className="small muted" role="status">
        {signed
          ? t("Scan it within {{count}} minutes. It signs in one phone, once, as you: show it to nobody else.", {
              count: signed.minutes,
            })
          : over
            ? t("The code that signs you in has run out. This one only opens the offer.")
            : t("Scan the code with your phone and continue there.")}
      </p>
      {failure && (
        <Note kind="bad" live>
          {failure.text}
        </Note>
      )}
      {authenticated && (
        <Button size={signed ? "sm" : "md"} busy={busy} busyText={t("Making the code")} onClick={make}>
          {signed ? t("Make a new code") : t("Sign me in on the phone too")}
        </Button>
      )}
    </div>
  );
}
