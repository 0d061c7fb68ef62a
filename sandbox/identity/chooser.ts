import { esc } from "../markup.ts";
import { layout } from "../pages/layout.ts";
import type { SignIn } from "../world.ts";
import { nameOf, type Person } from "./person.ts";

/** The page on which a person says who they are, or no. It posts to `action`. */
export function chooserPage(
  face: Pick<SignIn, "tint" | "ask" | "mayHideEmail"> & { title: string },
  people: Person[],
  action: string,
): string {
  const rows = people
    .map(
      (one) =>
        `<button name="person" value="${esc(one.id)}" class="quiet" style="display:block;width:100%;text-align:left;margin:0 0 8px"><b>${esc(nameOf(one))}</b><br><span class="soft small">${esc(one.email ?? "no e-mail address, only a phone number")}${one.email_verified ? "" : " · not verified"}</span></button>`,
    )
    .join("");
  const hide = face.mayHideEmail
    ? '<p><label><input type="checkbox" name="hide_email" value="1"> Hide My Email</label></p>'
    : "";
  return layout({
    title: `${face.title} sign-in`,
    tint: face.tint,
    brand: { name: `${face.title} (stand-in)`, tagline: "sign in with an account", href: "/" },
    links: [],
    body: `<h1>${esc(face.ask)}</h1><form class="card" method="post" action="${esc(action)}">${hide}${rows}<button name="deny" value="1">Cancel</button></form>`,
    note: `Sandbox: this is not ${face.title}, and nobody on this page exists.`,
  });
}
