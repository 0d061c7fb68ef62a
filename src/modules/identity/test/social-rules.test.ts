import { describe, expect, it } from "vitest";
import { decide, nameFor, type Situation } from "../social/rules.ts";

const situation = (more: Partial<Situation>): Situation => ({
  purpose: "sign_in",
  linked_to: null,
  member: null,
  profile: { email: "a@example.com", email_verified: true, is_private_email: false },
  local: null,
  ...more,
});
const unproven = { email: "a@example.com", email_verified: false, is_private_email: false };
const relay = { email: "x@privaterelay.appleid.com", email_verified: true, is_private_email: true };
const nobody = { email: null, email_verified: false, is_private_email: false };
const verified = { user_id: "me", is_verified: true };
const unverified = { user_id: "me", is_verified: false };

describe("what a proven account at a provider opens", () => {
  it.each<[string, Partial<Situation>, ReturnType<typeof decide>]>([
    ["the provider's key comes first", { linked_to: "them", local: verified }, { act: "sign_in", user_id: "them" }],
    ["a new person with a proven address", {}, { act: "create", email: "verified" }],
    ["a new person with an unproven one", { profile: unproven }, { act: "create", email: "unverified" }],
    ["a new person with none", { profile: nobody }, { act: "create", email: "none" }],
    ["a proven address of a proven account", { local: verified }, { act: "authenticate", user_id: "me" }],
    ["a proven address of an unproven account", { local: unverified }, { act: "claim", user_id: "me" }],
    [
      "an unproven address of a proven account",
      { profile: unproven, local: verified },
      { act: "authenticate", user_id: "me" },
    ],
    [
      "an unproven address of an unproven account",
      { profile: unproven, local: unverified },
      { act: "authenticate", user_id: "me" },
    ],
    ["a relay address", { profile: relay }, { act: "create", email: "verified" }],
    ["a relay address that an account has", { profile: relay, local: verified }, { act: "create", email: "none" }],
    [
      "a relay address that an unproven account has",
      { profile: relay, local: unverified },
      { act: "create", email: "none" },
    ],
    ["linking for a member", { purpose: "link", member: "me", local: verified }, { act: "link", user_id: "me" }],
    ["linking what is linked", { purpose: "link", member: "me", linked_to: "me" }, { act: "nothing" }],
    ["linking what is another's", { purpose: "link", member: "me", linked_to: "them" }, { act: "taken" }],
    ["linking for nobody", { purpose: "link" }, { act: "taken" }],
  ])("%s", (_, more, expected) => expect(decide(situation(more))).toEqual(expected));

  it("never signs in or links by an address alone", () => {
    for (const email_verified of [true, false])
      for (const is_private_email of [true, false])
        for (const local of [verified, unverified]) {
          const { act } = decide(
            situation({ local, profile: { email: "a@example.com", email_verified, is_private_email } }),
          );
          expect(["authenticate", "claim", "create"]).toContain(act);
          if (act === "claim")
            expect([email_verified, is_private_email, local.is_verified]).toEqual([true, false, false]);
        }
  });
});

describe("a name", () => {
  it.each([
    [{ name: " Rosa Delgado ", email: "r@x.com", is_private_email: false }, "en", "Rosa Delgado"],
    [{ name: null, email: "rosa.delgado@x.com", is_private_email: false }, "en", "rosa delgado"],
    [{ name: null, email: "abc@relay.com", is_private_email: true }, "es", "Miembro"],
    [{ name: "", email: null, is_private_email: false }, "en", "Member"],
    [{ name: "x".repeat(200), email: null, is_private_email: false }, "en", "x".repeat(120)],
  ] as const)("of %o in %s is %s", (profile, language, name) => expect(nameFor(profile, language)).toBe(name));
});
