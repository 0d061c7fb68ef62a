/** The cookie that binds a journey to a provider to the browser that set out; good for as long as the journey. */
const NAME = "tp_social";
const SECONDS = 600;

export function browserOf(request: Request): string | null {
  const pair = (request.headers.get("cookie") ?? "").split(/;\s*/).find((part) => part.startsWith(`${NAME}=`));
  return pair ? pair.slice(NAME.length + 1) : null;
}

export const browserLine = (secret: string, publicUrl: string): string =>
  `${NAME}=${secret}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${publicUrl.startsWith("https:") ? "; Secure" : ""}`;
