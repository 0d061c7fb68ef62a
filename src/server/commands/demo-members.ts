/** Members that a newcomer may sign in as. Made only beside the sandbox, never in production. */
import { findKnownAddresses } from "#identity";
import type { DatabaseHandle } from "#platform/database";
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

/** Who has a demo member in the database lets everybody sign in who read our README. */
export async function findDemoMembers(database: DatabaseHandle): Promise<string[]> {
  return findKnownAddresses(
    database.db,
    DEMO_MEMBERS.map(({ email }) => email),
  );
}

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
