/** Plain files: how to tell us of a hole (RFC 9116), and the texts of the licenses. */
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import { addDays } from "#platform/clock";
import type { Http } from "#platform/http";
import type { Content } from "./content.server.ts";

export type ContentCalls = { content: Content; partners: Partners; clock: Clock; publicUrl: string };

/** RFC 9116 asks for an end, less than a year away. */
const GOOD_FOR_DAYS = 180;

export function registerContentCalls(app: Http, { content, partners, clock, publicUrl }: ContentCalls) {
  const hidden = { schema: { hide: true } } as const;
  app.get("/.well-known/security.txt", hidden, async (_request, reply) => {
    const lines = [
      `Contact: mailto:${partners.home.support_email}`,
      `Contact: ${publicUrl}/contact?about=security`,
      `Expires: ${addDays(clock.now(), GOOD_FOR_DAYS).toISOString()}`,
      "Preferred-Languages: en, es",
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      `Policy: ${publicUrl}/vulnerability-disclosure`,
      "",
    ];
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=86400")
      .send(lines.join("\n"));
  });
  app.get("/license.txt", hidden, async (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=86400")
      .send(content.licenseTexts()),
  );
}
