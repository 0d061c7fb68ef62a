/** The cookie that binds a journey to a provider's sign-in to the browser that set out; good for as long as the journey. */
const NAME = "tp_mail_link";
const SECONDS = 600;

export function startOf(cookies: string | null | undefined): string | null {
  const pair = (cookies ?? "").split(/;\s*/).find((part) => part.startsWith(`${NAME}=`));
  return pair ? pair.slice(NAME.length + 1) : null;
}

export const startLine = (secret: string, publicUrl: string): string =>
  `${NAME}=${secret}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${publicUrl.startsWith("https:") ? "; Secure" : ""}`;
