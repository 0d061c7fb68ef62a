/** What is posted to a page is a form that can be read, before any page looks at it: what is none is its sender's mistake and no failure of ours. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuseByFramework } from "./framework-errors.ts";

const URLENCODED = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const MULTIPART = /^multipart\/form-data\s*(?:;|$)/i;

/** Answers for itself, by true, when a page could not read this. A form says what it is, also an empty one. */
export async function refusesForm(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const type = request.headers["content-type"] ?? "";
  if (URLENCODED.test(type)) return false;
  if (!MULTIPART.test(type)) {
    refuseByFramework(request, reply, 415, "FST_ERR_CTP_INVALID_MEDIA_TYPE");
    return true;
  }
  if (await isReadable(type, request.body as Buffer | undefined)) return false;
  refuseByFramework(request, reply, 400, "bad_form");
  return true;
}

/** By who reads it for the page afterwards: no rule of ours about boundaries could say the same. */
async function isReadable(type: string, body: Buffer | undefined): Promise<boolean> {
  try {
    await new Response(new Uint8Array(body ?? []), { headers: { "content-type": type } }).formData();
    return true;
  } catch {
    return false;
  }
}
