/** The cookie of a journey to another sign-in. */
import { createJourneyCookie } from "#platform/journey-cookie";

const cookie = createJourneyCookie("tp_social");

export const browserOf = (request: Request): string | null => cookie.read(request.headers.get("cookie"));
export const browserLine = cookie.line;
