/** A cookie that binds a journey to another party to the browser that set out; good for as long as the journey. */
const SECONDS = 600;

export const createJourneyCookie = (name: string) => ({
  /** The secret of this browser, when it has one. */
  read(cookies: string | null | undefined): string | null {
    const pair = (cookies ?? "").split(/;\s*/).find((part) => part.startsWith(`${name}=`));
    return pair ? pair.slice(name.length + 1) : null;
  },
  line: (secret: string, publicUrl: string): string =>
    `${name}=${secret}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${publicUrl.startsWith("https:") ? "; Secure" : ""}`,
});
