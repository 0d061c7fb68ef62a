/** Members that a newcomer may sign in as. Made only beside the sandbox, never in production. */
import type { Wired } from "../wiring.ts";

export const DEMO_MEMBERS = [
  {
    name: "Rosa Delgado",
    email: "rosa@example.com",
    password: "copper penny passbook",
    language: "en" as const,
    about: "reads English",
  },
  {
    name: "Mateo Rivas",
    email: "mateo@example.com",
    password: "libreta de monedas",
    language: "es" as const,
    about: "reads Spanish",
  },
];

export async function makeDemoMembers(wired: Wired) {
  for (const member of DEMO_MEMBERS) {
    if (await wired.identity.hasMember(member.email)) continue;
    await wired.identity.register({
      ...member,
      password_confirmation: member.password,
      partner: wired.partners.home.partner_name,
      sid: null,
      cid: null,
      country_code: "US",
      user_agent: "",
      address: "",
    });
  }
}
