import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { servicesContext } from "#services";
import type { Person } from "#staff";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Note } from "#ui/note.tsx";
import { operatorPage } from "#ui/page.ts";
import { Select } from "#ui/select.tsx";
import { consoleCall } from "../console-call.ts";
import { consoleMeta } from "../console-meta.ts";
import { ConsolePage } from "../frame/top.tsx";
import { requireOperator, staffOf } from "../guard.ts";
import { When } from "../times.tsx";
import { useAction } from "../use-action.ts";
import { nameOf } from "../words.ts";
import type { Route } from "./+types/people";

export const handle = operatorPage();
export const meta = () => consoleMeta("People");

export async function loader(args: Route.LoaderArgs) {
  const operator = requireOperator(args, "staff.manage");
  const staff = staffOf(args.context);
  const partners = args.context
    .get(servicesContext)
    .partners.all()
    .map(({ partner_name, name }) => ({ partner_name, name }));
  // Who is sent by a partner is that and nothing else: it is chosen when they are invited.
  return { people: await staff.people(), roles: staff.roles, partners, me: operator.id };
}
type Roles = Route.ComponentProps["loaderData"]["roles"];
type Partners = Route.ComponentProps["loaderData"]["partners"];

const STATES: Record<Person["state"], { text: string; tone: string }> = {
  invited: { text: "Invited", tone: "tag-accent" },
  active: { text: "Active", tone: "tag-good" },
  off: { text: "Off", tone: "" },
};

export default function People({ loaderData: { people, roles, partners, me } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<Person | "new" | null>(null);
  const [said, setSaid] = useState("");
  const onDone = (words: string) => {
    setOpen(null);
    setSaid(words);
    void revalidate();
  };
  return (
    <ConsolePage
      title="People"
      top={
        <Button size="sm" look="primary" onClick={() => setOpen("new")}>
          Invite somebody
        </Button>
      }
    >
      <div className="con-body">
        <p role="status" className={said ? "con-said" : "sr"}>
          {said}
        </p>
        <section className="panel scroll-ok" aria-label="People">
          <table className="ledger con-stack">
            <caption className="sr">Who may use the console</caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Roles</th>
                <th scope="col">State</th>
                <th scope="col" className="end">
                  Passkeys
                </th>
                <th scope="col">Last seen</th>
                <th scope="col">
                  <span className="sr">Change</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <tr key={person.id}>
                  <td>
                    <b>{person.name}</b>
                    {person.id === me && " (you)"}
                    <span className="con-what">{person.email}</span>
                  </td>
                  <td data-label="Roles">
                    {person.partner === null ? person.roles.map(nameOf).join(", ") : `sent by ${person.partner}`}
                  </td>
                  <td data-label="State">
                    <span className={`tag ${STATES[person.state].tone}`}>{STATES[person.state].text}</span>
                  </td>
                  <td
                    className={person.state === "active" && person.passkeys < 2 ? "end num soon" : "end num"}
                    data-label="Passkeys"
                  >
                    {person.passkeys}
                  </td>
                  <td data-label="Last seen">{person.seen_at ? <When at={person.seen_at} /> : "Never"}</td>
                  <td className="end">
                    <Button size="sm" onClick={() => setOpen(person)} aria-label={`Change ${person.name}`}>
                      Change
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <RolesTable roles={roles} />
      </div>
      <Dialog
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open === "new" ? "Invite somebody" : (open?.name ?? "")}
      >
        {open === "new" && <InviteForm roles={roles} partners={partners} onDone={onDone} />}
        {open !== null && open !== "new" && <PersonForm person={open} roles={roles} onDone={onDone} />}
      </Dialog>
    </ConsolePage>
  );
}

/** "orders.see", "orders.decide" are read "orders: see, decide". */
function mayWords(permissions: readonly string[]): string {
  const areas = Map.groupBy(permissions, (permission) => permission.split(".", 1)[0] ?? "");
  const acts = (area: string, all: readonly string[]) => all.map((one) => one.slice(area.length + 1)).join(", ");
  return [...areas].map(([area, all]) => `${area}: ${acts(area, all)}`).join("; ");
}

const RolesTable = ({ roles }: { roles: Roles }) => (
  <section className="panel" aria-labelledby="roles">
    <div className="panel-head">
      <h2 id="roles">What each role may</h2>
    </div>
    <dl className="con-facts">
      {roles.map((role) => (
        <div key={role.name}>
          <dt>{nameOf(role.name)}</dt>
          <dd>{role.all ? "Everything" : mayWords(role.permissions)}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const RoleBoxes = ({ roles, chosen }: { roles: Roles; chosen: readonly string[] }) => (
  <fieldset className="con-reasons con-roles">
    <legend>Roles</legend>
    {roles.map(({ name }) => (
      <label key={name}>
        <input type="checkbox" name="roles" value={name} defaultChecked={chosen.includes(name)} />
        {name}
      </label>
    ))}
  </fieldset>
);

function InviteForm({
  roles,
  partners,
  onDone,
}: {
  roles: Roles;
  partners: Partners;
  onDone: (words: string) => void;
}) {
  const [sentBy, setSentBy] = useState("");
  const { busy, problem, run } = useAction();
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const email = String(typed.get("email"));
    const asked = {
      ...{ email, name: String(typed.get("name")) },
      ...(sentBy === "" ? { roles: typed.getAll("roles").map(String) } : { roles: ["partner"], partner: sentBy }),
    };
    if (await run(() => consoleCall("/api/console/people", asked)))
      onDone(`${email} has been sent a link that works once, for 72 hours.`);
  }
  return (
    <form className="stack" onSubmit={onSubmit}>
      {problem && <Note kind="bad">{problem}</Note>}
      <Field label="Name" name="name" required maxLength={120} autoComplete="off" />
      <Field label="Email" name="email" type="email" required maxLength={320} autoComplete="off" />
      <Select
        label="Who they are"
        name="partner"
        value={sentBy}
        onChange={(event) => setSentBy(event.target.value)}
        options={[
          { value: "", text: "Somebody of our own" },
          ...partners.map(({ partner_name, name }) => ({
            value: partner_name,
            text: `Sent by ${name}: sees its page alone`,
          })),
        ]}
      />
      {sentBy === "" && <RoleBoxes roles={roles.filter(({ name }) => name !== "partner")} chosen={[]} />}
      <Button look="primary" type="submit" busy={busy} busyText="Inviting">
        Send the invitation
      </Button>
    </form>
  );
}

function PersonForm({ person, roles, onDone }: { person: Person; roles: Roles; onDone: (words: string) => void }) {
  const { busy, problem, run } = useAction();
  const { id, name } = person;
  async function send(path: string, more: object, words: string) {
    if (await run(() => consoleCall(`/api/console/people/${path}`, { id, ...more }))) onDone(words);
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).getAll("roles").map(String);
    void send("roles", { roles: chosen }, `${name} has other roles, and signs in again.`);
  }
  if (person.state === "off")
    return (
      <div className="stack">
        {problem && <Note kind="bad">{problem}</Note>}
        <p>Switched off: no session, no passkey, no link opens anything.</p>
        <Button
          look="primary"
          busy={busy}
          busyText="Inviting"
          onClick={() => void send("on", {}, `${name} has a new link.`)}
        >
          Invite again
        </Button>
      </div>
    );
  return (
    <div className="stack">
      {problem && <Note kind="bad">{problem}</Note>}
      {person.partner === null ? (
        <form className="stack" onSubmit={onSubmit}>
          <RoleBoxes roles={roles.filter((one) => one.name !== "partner")} chosen={person.roles} />
          <Button look="primary" type="submit" busy={busy} busyText="Changing">
            Keep these roles
          </Button>
        </form>
      ) : (
        <p>Sent by {person.partner}: they see its own page, and nothing of anybody else.</p>
      )}
      <Button
        disabled={busy}
        onClick={() =>
          void send("link", {}, `${name} has a new link by mail; passkeys and sessions that they had are gone.`)
        }
      >
        Send a new link: every passkey was lost
      </Button>
      <Button look="brick" disabled={busy} onClick={() => void send("off", {}, `${name} is switched off.`)}>
        Switch off, with all sessions
      </Button>
    </div>
  );
}
