/** What is refused before any call or page looks at it, by the web framework, which speaks English only and of its own parts, or by us: in words of ours. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { languageOf, sendError } from "#platform/http";

type Words = { code: string; en: string; es: string };

const KNOWN: Readonly<Record<string, Words>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: "unknown_type",
    en: "We can't read this kind of content here.",
    es: "Aquí no podemos leer este tipo de contenido.",
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: "too_large", en: "This is too large.", es: "Esto es demasiado grande." },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: "no_body", en: "Nothing was sent.", es: "No se envió nada." },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    code: "bad_json",
    en: "This isn't valid JSON.",
    es: "Esto no es JSON válido.",
  },
  bad_form: { code: "bad_form", en: "We can't read this form.", es: "No podemos leer este formulario." },
  // What a module's own reader of texts throws (`attribution/http.ts`).
  not_json: { code: "not_json", en: "This text isn't JSON.", es: "Este texto no es JSON." },
  too_deep: {
    code: "too_deep",
    en: "This is nested deeper than anything we read.",
    es: "Esto está anidado más hondo que nada de lo que leemos.",
  },
  unstorable: {
    code: "invalid",
    en: "This text holds a character that cannot be stored.",
    es: "Este texto tiene un carácter que no se puede guardar.",
  },
  FST_ERR_BAD_URL: { code: "bad_address", en: "We can't read this address.", es: "No podemos leer esta dirección." },
};
const OTHER: Words = { code: "refused", en: "We can't take this.", es: "No podemos aceptar esto." };
const INVALID = { en: "What was sent isn't valid.", es: "Lo que se envió no es válido." };
const UNKNOWN_CALL = { code: "unknown_call", en: "There is no such call.", es: "Esta llamada no existe." };

const send = (request: FastifyRequest, reply: FastifyReply, status: number, words: Words, field?: string) =>
  sendError(request, reply, status, words.code, words[languageOf(request)], field);

export const refuseUnknownCall = (request: FastifyRequest, reply: FastifyReply) =>
  send(request, reply, 404, UNKNOWN_CALL);

/** `code`: of the table above; anything else is said in general. `field`: where it stands, if it does so in one. */
export const refuseByFramework = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  code?: string,
  field?: string,
) => send(request, reply, status, KNOWN[code ?? ""] ?? OTHER, field);

/** `field`: null when all of it is something else. `message`: what the schema said, which is English and of use to programmers alone. */
export function refuseInvalid(request: FastifyRequest, reply: FastifyReply, field: string | null, message: string) {
  const spanish = languageOf(request) === "es";
  const text = field ? `${field}: ${spanish ? "este valor no es válido." : message}` : INVALID[spanish ? "es" : "en"];
  return sendError(request, reply, 422, "invalid", text, field ?? undefined);
}
