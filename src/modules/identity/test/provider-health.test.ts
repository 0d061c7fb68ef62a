/** What the calls to a provider of sign-in say of its health. */
import { expect, it } from "vitest";
import { OutgoingError } from "#platform/outgoing";
import type { HealthNote } from "#platform/provider-health";
import { type Journey, SocialError, type SocialProfile } from "../social/provider.types.ts";
import { observed } from "../social/providers.ts";

const journey: Journey = { state: "s", nonce: "n", verifier: "v", redirect_uri: "https://p.example/back" };
const profile: SocialProfile = {
  subject: "1",
  email: null,
  email_verified: false,
  is_private_email: false,
  name: null,
  refresh_token: null,
};
const answered = (status: number) => new OutgoingError(`answered ${status}`, { status, unknown: false });

it.each([
  ["an answer", null, [{ ok: true }]],
  ["silence", new SocialError("down", "no answer"), [{ fault: "no answer" }]],
  ["a refusal of who asks", new SocialError("not_proven", "who?", answered(401)), [{ fault: "who?" }]],
  ["a code that somebody made up", new SocialError("not_proven", "bad code", answered(400)), []],
  ["a token that proves nothing", new SocialError("not_proven", "wrong nonce"), []],
] as const)("%s", async (_what, error, notes) => {
  const heard: [string, HealthNote][] = [];
  const provider = observed(
    {
      name: "google",
      authorizationUrl: async () => "https://g.example",
      exchange: async () => {
        if (error) throw error;
        return profile;
      },
    },
    { note: async (name, note) => void heard.push([name, note]) },
  );
  await provider.authorizationUrl(journey, "en");
  expect(heard, "an address that was built shows nothing").toEqual([]);
  const ended = provider.exchange(journey, { code: "c" });
  await (error ? expect(ended).rejects.toBe(error) : expect(ended).resolves.toEqual(profile));
  expect(heard).toEqual(notes.map((note) => ["google", note]));
});
