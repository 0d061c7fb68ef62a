/** `/console/mails/{id}`: a letter as its reader sees it, on light and dark ground, on a desk and on a phone. */
import { data } from "react-router";
import { servicesContext } from "#services";
import { operatorPage } from "#ui/page.ts";
import { consoleMeta } from "../../../operator/console-meta.ts";
import { ConsolePage } from "../../../operator/frame/top.tsx";
import { requireOperator } from "../../../operator/guard.ts";
import type { Route } from "./+types/mail-look";

export const handle = operatorPage();
export const meta: Route.MetaFunction = ({ loaderData }) => consoleMeta(loaderData?.subject ?? "Nothing is here");

const GROUNDS = { light: "Light", dark: "Dark" } as const;
const WIDTHS = { desk: { text: "Desk", px: 700 }, phone: { text: "Phone", px: 390 } } as const;

export async function loader(args: Route.LoaderArgs) {
  requireOperator(args, "members.personal");
  const { id } = args.params;
  const { desk } = args.context.get(servicesContext).notifications;
  const mail = await desk.look(id);
  if (!mail) throw data("not_here", { status: 404 });
  const { searchParams } = args.url;
  const ground = searchParams.get("ground") === "dark" ? ("dark" as const) : ("light" as const);
  const width = searchParams.get("width") === "phone" ? ("phone" as const) : ("desk" as const);
  const { subject, template, language } = mail;
  const letter = {
    href: `/console/o/letter/${encodeURIComponent(template)}`,
    title: desk.letters.titleOf(template).en,
  };
  return { id, html: onGround(mail.html, ground), subject, letter, language, ground, width };
}

/** What its reader's machine would choose is chosen here. */
const onGround = (html: string, ground: keyof typeof GROUNDS): string =>
  html.replaceAll("@media (prefers-color-scheme: dark)", ground === "dark" ? "@media all" : "@media not all");

export default function MailLook({ loaderData }: Route.ComponentProps) {
  const { id, html, subject, letter, language, ground, width } = loaderData;
  const to = (more: { ground?: string; width?: string }) =>
    `/console/mails/${id}?${new URLSearchParams({ ground, width, ...more })}`;
  return (
    <ConsolePage title={subject}>
      <div className="con-body stack">
        <div className="con-look-ways">
          <Ways
            label="Ground"
            ways={Object.entries(GROUNDS).map(([key, text]) => ({
              text,
              href: to({ ground: key }),
              on: key === ground,
            }))}
          />
          <Ways
            label="Width"
            ways={Object.entries(WIDTHS).map(([key, { text }]) => ({
              text,
              href: to({ width: key }),
              on: key === width,
            }))}
          />
          <p className="small muted">
            {language === "en" ? "English" : "Spanish"} · <a href={letter.href}>{letter.title}</a> ·{" "}
            <a href={`/console/o/mail/${id}`}>the mail, and a copy of it to yourself</a>
          </p>
        </div>
        {/* Without any right: its links lead nowhere, and nothing in it runs. */}
        <iframe
          title={`The letter “${subject}”`}
          sandbox=""
          srcDoc={html}
          lang={language}
          className="con-look"
          style={{ colorScheme: ground, maxWidth: WIDTHS[width].px }}
        />
      </div>
    </ConsolePage>
  );
}

type Way = { text: string; href: string; on: boolean };
const Ways = ({ label, ways }: { label: string; ways: readonly Way[] }) => (
  <nav aria-label={label}>
    <ul className="con-look-list">
      {ways.map(({ text, href, on }) => (
        <li key={text}>
          <a href={href} aria-current={on ? "true" : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
