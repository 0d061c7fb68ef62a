import { Outlet, useLocation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { useDateWords } from "#ui/date.tsx";
import { memberPage } from "#ui/page.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { Side } from "#ui/shell/side.tsx";
import { useText } from "#ui/text.tsx";
import { memberCard } from "../modules/identity/web/member.ts";
import type { Route } from "./+types/account-frame";
import { accountPlaces, placeOf } from "./account-places.ts";

export const handle = memberPage({ spanish: () => [import("./es.json")] });

/**
 * Name and initials for the side. Each screen inside has the login guard of its own, because a reader may come to it
 * without loading this frame again; a visitor is sent away by it and never sees this frame.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { member, language } = context.get(pageContext);
  if (!member) return null;
  const { membership, navigation } = context.get(servicesContext);
  return {
    ...memberCard(member),
    standing: await membership.standing(member.user_id),
    places: accountPlaces(navigation, language),
  };
}

export default function AccountFrame({ loaderData: member }: Route.ComponentProps) {
  const t = useText();
  const { pathname } = useLocation();
  const dateWords = useDateWords();
  if (!member) return null;
  const { standing } = member;
  const role = !standing
    ? t("Free account")
    : standing.ends_on
      ? t("Member until {{date}}", { date: dateWords(standing.ends_on) })
      : member.plus
        ? t("Plus member")
        : t("Member");
  return (
    <Frame current={pathname.startsWith("/account/rebates") ? "rebates" : "account"}>
      <a className="skip" href="#account">
        {t("Skip the account menu")}
      </a>
      <div className="wrap account">
        <Side
          groups={member.places.groups}
          current={placeOf(member.places, pathname)}
          name={member.name}
          initials={member.initials}
          role={role}
        />
        <div id="account" tabIndex={-1}>
          <Outlet />
        </div>
      </div>
    </Frame>
  );
}
