/** Operators for stories: invited as the command line does it, with a passkey in software. */
import type { Operator, Role } from "#staff";
import type { Wired } from "../../src/server/wiring.ts";
import { createSoftPasskey } from "./soft-passkey.ts";

export const FROM = { user_agent: "a story", address: "192.0.2.7", request_id: "req_story" };

type Stage = Pick<Wired, "staff" | "config">;

/** Whoever is signed in, as the server knows them; `again` asks anew, because time and roles may have changed. */
export async function hireOperator(
  { staff, config }: Stage,
  name: string,
  roles: readonly Role[],
  partner: string | null = null,
) {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@staff.example`;
  const invited = await staff.inviteByCommand("a story", { email, name, roles, partner });
  if (!invited.ok) throw new Error(invited.code);
  const link = new URL(invited.value.link).searchParams.get("link") ?? "";
  const passkey = createSoftPasskey(new URL(config.PUBLIC_URL).origin);
  const started = await staff.startEnrolment(link, FROM);
  if (!started.ok) throw new Error(started.code);
  const response = passkey.register(started.value.challenge);
  const enrolled = await staff.enrol({ link, response, name: "A soft key" }, FROM);
  if (!enrolled.ok) throw new Error(enrolled.code);
  const hired = {
    id: invited.value.id,
    email,
    link,
    passkey,
    token: enrolled.value,
    cookie: () => `${staff.cookie.name}=${hired.token}`,
    async me(): Promise<Operator> {
      const found = await staff.operatorOf(hired.token);
      if (!found) throw new Error(`${name} is not signed in.`);
      return found;
    },
    async signIn() {
      const outcome = await staff.signInWithKey(passkey.assert((await staff.askToSignIn()).challenge), FROM);
      if (outcome.ok) hired.token = outcome.value;
      return outcome;
    },
    async confirm() {
      const operator = await hired.me();
      return staff.confirm(operator, passkey.assert((await staff.askToConfirm(operator)).challenge), FROM);
    },
  };
  return hired;
}
export type Hired = Awaited<ReturnType<typeof hireOperator>>;
