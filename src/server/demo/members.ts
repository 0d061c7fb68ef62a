/** Members that a newcomer may sign in as. Made only beside the sandbox, never in production. */
import { findKnownAddresses } from "#identity";
import type { DatabaseHandle } from "#platform/database";

export type DemoMember = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly language: "en" | "es";
  readonly about: string;
};

export const ROSA: DemoMember = {
  name: "Rosa Delgado",
  email: "rosa@example.com",
  password: "copper penny passbook",
  language: "en",
  about: "reads English, a member for eight months",
};
export const MATEO: DemoMember = {
  name: "Mateo Rivas",
  email: "mateo@example.com",
  password: "libreta de monedas",
  language: "es",
  about: "reads Spanish, on Plus",
};
export const JORDAN: DemoMember = {
  name: "Jordan Ellis",
  email: "jordan@example.com",
  password: "first day at the shop",
  language: "en",
  about: "reads English, new today",
};
/** Came by Rosa's invitation; nobody is told to sign in as her. */
export const NINA: DemoMember = {
  name: "Nina Park",
  email: "nina@example.com",
  password: "an invitation from Rosa",
  language: "en",
  about: "Rosa's friend",
};

export const DEMO_MEMBERS: readonly DemoMember[] = [ROSA, MATEO, JORDAN];

/** Who has a demo member in the database lets everybody sign in who read our README. */
export async function findDemoMembers(database: DatabaseHandle): Promise<string[]> {
  return findKnownAddresses(
    database.db,
    [...DEMO_MEMBERS, NINA].map(({ email }) => email),
  );
}
