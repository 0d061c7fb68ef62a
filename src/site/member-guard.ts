/** The login guard, for screens of every module: a screen takes nothing from another module's screens. */
export { requireMember } from "../modules/identity/web/member.ts";
