/** The links by which somebody looks at pages as a draft would have them, and stops looking. */
import { z } from "zod";
import type { Http } from "#platform/http";
import type { PartnerDoors } from "./partner-doors.ts";
import { PREVIEW_COOKIE, PREVIEW_MINUTES } from "./preview.ts";

const path = z
  .string()
  .max(200)
  .regex(/^\/(?![/\\])[\w/-]*$/)
  .catch("/");

export function registerLook(app: Http, { partners, publicUrl }: Pick<PartnerDoors, "partners" | "publicUrl">) {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const cookie = (value: string, seconds: number) =>
    `${PREVIEW_COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  app.get("/partner-look/end", { schema: { hide: true } }, async (_request, reply) =>
    reply.header("set-cookie", cookie("", 0)).header("cache-control", "no-store").redirect("/", 303),
  );
  app.get(
    "/partner-look/:token",
    { schema: { hide: true, params: z.object({ token: z.string().max(300) }), querystring: z.object({ to: path }) } },
    async (request, reply) => {
      const { token } = request.params;
      reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
      if (partners.previews.open(token) === null) return reply.callNotFound();
      return reply.header("set-cookie", cookie(token, PREVIEW_MINUTES * 60)).redirect(request.query.to, 303);
    },
  );
}
