/**
 * `/unsub/{lists}`: which emails somebody stops, those that the address names ticked already (`/unsub/news/alerts`). A mail's
 * signed link needs no sign-in (`?t=`); without one its member signs in. Opening the page changes nothing.
 */
import { data, Form, useNavigation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Check } from "#ui/check.tsx";
import { Note } from "#ui/note.tsx";
import { personalPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import { LEAVABLE } from "../rules.ts";
import type { Route } from "./+types/choose-mails";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = personalPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Which emails do you want to stop?"),
    description: t("Choose the emails you no longer want."),
    path: "/unsub",
    noindex: true,
  }));

const tokenOf = (url: URL) => url.searchParams.get("t")?.slice(0, 400) ?? "";

/** Whose mails these are: whom the link names, or who is signed in; null for a link that is not ours. */
async function ownerOf({ context, url }: Pick<Route.LoaderArgs, "context" | "url">): Promise<string | null> {
  const token = tokenOf(url);
  if (token) return context.get(servicesContext).notifications.readLeaver(token)?.user_id ?? null;
  return (await requireMember(context, url)).user_id;
}

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const owner = await ownerOf({ context, url });
  if (!owner) return data({ lists: null, named: [] }, 410);
  const named = new Set((params["*"] ?? "").toLowerCase().split(/[/,+]/));
  return data({
    lists: (await context.get(servicesContext).notifications.lists(owner)).flatMap((one) =>
      LEAVABLE.flatMap((list) => (list === one.list ? [{ ...one, list }] : [])),
    ),
    named: LEAVABLE.filter((list) => named.has(list)),
  });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const owner = await ownerOf({ context, url });
  if (!owner) return data({ saved: false }, 410);
  const stopped = (await request.formData()).getAll("stop");
  const { notifications } = context.get(servicesContext);
  for (const list of LEAVABLE) await notifications.setList(owner, list, "mail", !stopped.includes(list));
  return data({ saved: true, requestId: context.get(pageContext).requestId });
}

export default function ChooseMails({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const busy = useNavigation().state === "submitting";
  const { lists, named } = loaderData;
  if (!lists)
    return (
      <Frame>
        <div className="wrap wrap-narrow section">
          <h1>{t("This link doesn't work")}</h1>
          <p className="lead mt-4">{t("It's incomplete or was altered. Open it from the email again.")}</p>
          <p className="mt-8">
            <ButtonLink href="/">{t("Go to the home page")}</ButtonLink>
          </p>
        </div>
      </Frame>
    );
  return (
    <Frame>
      <div className="wrap wrap-narrow section">
        <h1>{t("Which emails do you want to stop?")}</h1>
        {actionData?.saved ? (
          <div className="mt-6">
            <Note kind="good" live>
              {t("Done. You'll no longer get the emails checked below.")}
            </Note>
          </div>
        ) : (
          <p className="lead mt-4">{t("Nothing has changed yet. Check what you no longer want, then save.")}</p>
        )}
        <Form method="post" className="mt-6 grid [--gap:1rem]" key={String(actionData?.saved)}>
          {lists.map((one) => (
            <Check
              key={one.list}
              name="stop"
              value={one.list}
              defaultChecked={!one.mail || (!actionData?.saved && named.includes(one.list))}
            >
              {t("Stop emails about {{subject}}", { subject: one[language] })}
            </Check>
          ))}
          <p className="small muted">
            {t("Emails about your account's security and your membership still come: you need those.")}
          </p>
          <div>
            <Button type="submit" look="primary" size="lg" busy={busy} busyText={t("Saving")}>
              {t("Save")}
            </Button>
          </div>
        </Form>
      </div>
    </Frame>
  );
}
