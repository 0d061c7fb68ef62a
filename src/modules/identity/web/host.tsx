import { AuthHost } from "./auth/auth-host.tsx";
import { EmailHost } from "./email-setup/email-host.tsx";
import { SessionWatch } from "./session/session-watch.tsx";

/** What stands beside every page: who is signed in, the dialog that asks, and the question for an email address. */
export default function IdentityHost() {
  return (
    <>
      <SessionWatch />
      <AuthHost />
      <EmailHost />
    </>
  );
}
