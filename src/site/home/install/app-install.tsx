/** `/account/appInstall` and `/account/appInstallExpired`: the way to the app over home; the second says that its link has ended. */
import { useEffect, useState } from "react";
import { ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { useBrand } from "#ui/shell/brand.tsx";
import { needSpanish, useText } from "#ui/text.tsx";

needSpanish(() => [import("./es.json")]);

export default function AppInstall({ expired }: { expired: boolean }) {
  const t = useText();
  const { app } = useBrand();
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      title={expired ? t("This link has ended") : t("Get the app")}
      size="sm"
    >
      <p className="muted">
        {expired
          ? t("Links to the app only work for a while. The app itself is where it always is, and free.")
          : t("Stores, coupons and your passbook on your phone. Free, with the account you have.")}
      </p>
      <div className="mt-5 grid [--gap:.75rem]">
        <ButtonLink block href={app.ios_url} rel="noopener">
          <Icon name="smartphone" size="sm" />
          App Store
        </ButtonLink>
        <ButtonLink block href={app.android_url} rel="noopener">
          <Icon name="smartphone" size="sm" />
          Google Play
        </ButtonLink>
        <a className="small text-center" href="/get-app?stay">
          {t("On a computer? Scan a code instead")}
        </a>
      </div>
    </Dialog>
  );
}
