import type { FastifyReply, FastifyRequest } from "fastify";
import { AWIN } from "./credentials.ts";

export function awinError(reply: FastifyReply, status: number, error: string, description: string) {
  return reply.code(status).send({ error, description });
}

export function checkAwin(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const query = request.query as Record<string, string | undefined>;
  const token = request.headers.authorization?.replace(/^Bearer /, "") ?? query.accessToken;
  if (token !== AWIN.token) {
    awinError(reply, 401, "Unauthorized", "invalid oauth2 token");
    return;
  }
  const id = (request.params as { publisher?: string }).publisher;
  if (id !== undefined && id !== AWIN.publisher) {
    awinError(reply, 403, "Forbidden", "user does not have permission to read the given account");
    return;
  }
  done();
}

/** Refuses parameters that the call does not have. */
export const onlyAwin =
  (...names: string[]) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const known = new Set([...names, "accessToken"]);
    const unknown = Object.keys(request.query as object).find((name) => !known.has(name));
    if (unknown === undefined) {
      done();
      return;
    }
    awinError(reply, 400, "Bad Request", `unknown parameter ${unknown}`);
  };
