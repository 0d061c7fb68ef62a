import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { type Http, requireMember } from "../http.ts";

// The guard asks nothing of the types that our own server adds.
const app = Fastify() as unknown as Http;
app.get("/mine", async (request, reply) => {
  const member = await requireMember(request, reply, async (asked) =>
    asked.headers.authorization === "Bearer good" ? { user_id: "ann" } : null,
  );
  if (!member) return reply;
  return { yours: member.user_id };
});
const ask = (url: string, token?: string) =>
  app.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} });

describe("the guard of calls for members", () => {
  it("hands the member to the call", async () => {
    const reply = await ask("/mine", "good");
    expect([reply.statusCode, reply.json()]).toEqual([200, { yours: "ann" }]);
  });

  it.each([
    ["/mine", undefined, "Log in first."],
    ["/mine?lang=es", undefined, "Primero inicia sesión."],
    ["/mine", "gone", "You have been logged out"],
    ["/mine?lang=es", "gone", "Se cerró tu sesión"],
  ])("answers %s with the token %s in the reader's words", async (url, token, message) => {
    const reply = await ask(url, token);
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toMatchObject({ success: false, code: "not_signed_in", message, errors: { form: [message] } });
  });
});
