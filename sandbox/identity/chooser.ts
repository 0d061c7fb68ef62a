import { esc } from "../markup.ts";
import { layout } from "../pages/layout.ts";
import { nameOf, type Person, type ProviderName } from "./people.ts";

const FACES: Record<ProviderName, { name: string; tint: string; ask: string }> = {
  google: { name: "Google", tint: "#1f5fbf", ask: "Choose an account to continue to Tuppence" },
  apple: { name: "Apple", tint: "#222222", ask: "Use your Apple Account to sign in to Tuppence" },
  facebook: { name: "Facebook", tint: "#1761c7", ask: "Continue to Tuppence with Facebook" },
};

/** The page on which a person says who they are, or no. It posts to `action`. */
export function chooserPage(provider: ProviderName, people: Person[], action: string): string {
  const face = FACES[provider];
  const rows = people
    .map(
      (one) =>
        `<button name="person" value="${esc(one.id)}" class="quiet" style="display:block;width:100%;text-align:left;margin:0 0 8px"><b>${esc(nameOf(one))}</b><br><span class="soft small">${esc(one.email ?? "no e-mail address, only a phone number")}${one.email_verified ? "" : " · not verified"}</span></button>`,
    )
    .join("");
  const hide =
    provider === "apple"
      ? '<p><label><input type="checkbox" name="hide_email" value="1"> Hide My Email</label></p>'
      : "";
  return layout({
    title: `${face.name} sign-in`,
    tint: face.tint,
    brand: { name: `${face.name} (stand-in)`, tagline: "sign in with an account", href: "/" },
    links: [],
    body: `<h1>${esc(face.ask)}</h1><form class="card" method="post" action="${esc(action)}">${hide}${rows}<button name="deny" value="1">Cancel</button></form>`,
    note: `Sandbox: this is not ${face.name}, and nobody on this page exists.`,
  });
}
