/** What every verb of accounts is given. */

import type { Limits } from "#platform/limits";
import type { MemberMover } from "#platform/member-parts";
import type { Captcha } from "./captcha/recaptcha.ts";
import type { IdentityDeps } from "./identity.types.ts";
import type { Tokens } from "./token.ts";

export type IdentityContext = IdentityDeps & {
  tokens: Tokens;
  limits: Limits;
  captcha: Captcha;
  /** What this process remembers of a member's sessions is asked for anew. */
  forgetUser(userId: string): void;
  /** How each module gives everything of one member to another, when two accounts become one. */
  movers: readonly MemberMover[];
};
