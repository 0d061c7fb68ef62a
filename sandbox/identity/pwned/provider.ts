import { createHash, randomBytes, randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Provider } from "../../world.ts";

/** Passwords that every list of leaks begins with, and how often they were seen there. The counts are made up. */
const LEAKED: Readonly<Record<string, number>> = {
  "123456": 37_359_195,
  "12345678": 6_930_113,
  "123456789": 16_629_796,
  password: 9_545_824,
  password1: 2_413_945,
  Password1: 123_927,
  "Password123!": 28_312,
  "P@ssw0rd": 74_101,
  qwertyuiop: 561_000,
  qwerty123: 1_280_000,
  iloveyou: 1_617_000,
  sunshine: 411_000,
  princess: 452_000,
  football: 391_000,
  "letmein!": 4_100,
  trustno1: 211_000,
  "correct horse battery staple": 384,
  correcthorsebatterystaple: 317,
  "Summer2024!": 2_207,
  welcome123: 97_000,
};

const sha1 = (text: string) => createHash("sha1").update(text, "utf8").digest("hex").toUpperCase();
const MIN_PADDED = 800;
const MAX_PADDED = 1_000;

/** `GET /range/{first 5 of the SHA-1}`: one `SUFFIX:COUNT` a line. Asked with `Add-Padding: true`, lines of count 0 hide the size. */
function registerLeakedPasswords(app: FastifyInstance): void {
  const hashes = Object.entries(LEAKED).map(([password, count]) => ({ hash: sha1(password), count }));

  app.get<{ Params: { prefix: string } }>(
    "/pwned/range/:prefix",
    { config: { target: "pwned.range" } },
    (request, reply) => {
      const prefix = request.params.prefix.toUpperCase();
      reply.type("text/plain; charset=utf-8");
      if (!/^[0-9A-F]{5}$/.test(prefix)) return reply.code(400).send("The hash format was not in a valid format");
      const lines = hashes
        .filter(({ hash }) => hash.startsWith(prefix))
        .map(({ hash, count }) => `${hash.slice(5)}:${count}`);
      if (String(request.headers["add-padding"]).toLowerCase() === "true") {
        const total = randomInt(MIN_PADDED, MAX_PADDED + 1);
        while (lines.length < total) lines.push(`${randomBytes(18).toString("hex").toUpperCase().slice(0, 35)}:0`);
      }
      return lines.sort().join("\r\n");
    },
  );
}

/** The range API of Have I Been Pwned. */
export const pwned: Provider = { name: "pwned", title: "Pwned Passwords", routes: registerLeakedPasswords };
