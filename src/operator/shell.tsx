import { useState } from "react";
import { isRouteErrorResponse, Outlet, useLocation, useRouteError } from "react-router";
import { pageContext } from "#services";
import { operatorPage } from "#ui/page.ts";
import type { Route } from "./+types/shell";
import { consoleLinks } from "./console-meta.ts";
import { Bell } from "./frame/bell.tsx";
import { DoorDialog } from "./frame/door-dialog.tsx";
import type { ShellData } from "./frame/shell-data.ts";
import { SideNav } from "./frame/side-nav.tsx";
import { staffOf } from "./guard.ts";
import { initialsOf, placesFor } from "./places.ts";

export const handle = operatorPage();
export const links = consoleLinks;

/** Name, places and counts. Each screen inside has the guard of its own; a stranger never sees this frame. */
export async function loader({ context }: Route.LoaderArgs): Promise<ShellData | null> {
  const { operator } = context.get(pageContext);
  if (!operator) return null;
  const staff = staffOf(context);
  const { queues } = await staff.overview(operator);
  return {
    me: { name: operator.name, email: operator.email, initials: initialsOf(operator.name), roles: operator.roles },
    places: placesFor(operator.permissions),
    queues: queues.map(({ name, waiting, more, late }) => ({ name, waiting, more, late })),
    passwords: staff.passwordsAllowed,
  };
}

export default function Shell({ loaderData: shell }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  if (!shell) return <Outlet />;
  return (
    <div className="console">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Bell />
      <SideNav shell={shell} pathname={pathname} open={open} onOpen={setOpen} />
      <Outlet />
      <DoorDialog passwords={shell.passwords} email={shell.me.email} />
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const words =
    status === 403
      ? ["Not for your roles", "None of your roles may see this. Ask an owner of the console if you should."]
      : status === 404
        ? ["Nothing is here", "It may have been decided already, or the address is mistyped."]
        : ["Something failed", "It has been written down. Try again, or go back to the start."];
  return (
    <div className="con-entry">
      <main id="main" className="con-card">
        <h1>{words[0]}</h1>
        <p>{words[1]}</p>
        <a className="btn btn-primary" href="/console">
          To the dashboard
        </a>
      </main>
    </div>
  );
}
