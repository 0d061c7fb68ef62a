/** Calls of accounts as apps make them, each from a network of its own unless one is named; mails by the sandbox. */
import { expect } from "vitest";
import { userId } from "#platform/ids";
import type { World } from "./world.ts";

export const PASSWORD = "copper penny passbook";
export const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
export const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

/** Whose account an answer tells of, as the database has it. */
export function toldMember({ user_id }: { user_id: string }): string {
  const id = userId.read(user_id);
  if (!id) throw new Error(`told as ${user_id}`);
  return id;
}

export type Session = { token: string; bind: string };
export type AccountAnswer = {
  status: number;
  body: Record<string, unknown>;
  cookies: { name: string; value: string }[];
};
export const sessionOf = (answer: AccountAnswer): Session => ({
  token: String(answer.body.login_token),
  bind: answer.cookies.find((cookie) => cookie.name === "tp_bind")?.value ?? "",
});
export const tokenOf = (link: string): string =>
  new URL(link).pathname.split("/")[link.includes("/password/") ? 3 : 2] ?? "";
export type AccountCaller = ReturnType<typeof createAccountCaller>;

export function createAccountCaller(world: World) {
  let last = 0;
  /** Each caller comes from a network of its own unless one is named. */
  async function call(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    json?: unknown,
    options: { session?: Session; from?: string; agent?: string; cookie?: string } = {},
  ) {
    last += 1;
    const response = await world.app.inject({
      method,
      url: path,
      remoteAddress: options.from ?? `198.51.${Math.floor(last / 250)}.${last % 250}`,
      headers: {
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        "user-agent": options.agent ?? FIREFOX,
        ...(options.cookie ? { cookie: options.cookie } : {}),
        ...(options.session
          ? { authorization: `Bearer ${options.session.token}`, "x-tuppence-bind": options.session.bind }
          : {}),
      },
      ...(json === undefined ? {} : { payload: JSON.stringify(json) }),
    });
    return {
      status: response.statusCode,
      body: response.json() as Record<string, unknown>,
      cookies: response.cookies,
    };
  }
  async function join(name: string, options: Parameters<typeof call>[3] = {}) {
    const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;
    const answer = await call(
      "POST",
      "/api/web/register",
      { name, email, password: PASSWORD, password_confirmation: PASSWORD },
      options,
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return {
      email,
      session: sessionOf(answer),
      user_id: toldMember(answer.body.user as { user_id: string }),
    };
  }
  const logIn = (email: string, password: string, options: Parameters<typeof call>[3] = {}) =>
    call("POST", "/api/web/login", { email, password }, options);

  /** The newest link of a mail to somebody, by what its subject says. */
  async function linkTo(email: string, subject: RegExp): Promise<string> {
    await world.work();
    const { mails } = await world.control<{ mails: { id: number; subject: string; text: string }[] }>(
      `/mails?to=${encodeURIComponent(email)}`,
    );
    const mail = mails.toSorted((a, b) => b.id - a.id).find((each) => subject.test(each.subject));
    if (!mail) throw new Error(`no mail ${subject} to ${email}: ${mails.map((each) => each.subject).join(" | ")}`);
    const link = /https?:\/\/\S+\/(?:verify|password\/\w+)\/[^\s)>]+/.exec(mail.text)?.[0];
    if (!link) throw new Error(`no link in ${mail.text}`);
    return link;
  }
  const summary = async (session: Session) => (await call("GET", "/api/user/summary", undefined, { session })).status;

  return { call, join, logIn, linkTo, summary };
}
