/** What `npm start` says when it is up: where everything is. Pure. */
import type { Config } from "#settings";
import { DEMO_MEMBERS } from "../demo/members.ts";
import { DEMO_OPERATORS } from "../demo/operators.ts";

type Started = {
  url: string;
  /** Whether demo members and operators were played in. */
  demo: boolean;
  /** The demo owner's way into the operators' console, until it was used. */
  consoleLink: string | null;
  seconds: number;
};

export function startText(config: Config, { url, demo, consoleLink, seconds }: Started): string {
  // A worker answers nobody: whoever tried an address of its own would find nothing there.
  const serves = config.ROLE !== "worker";
  const lines = ["", `${serves ? "Tuppence" : "A worker"} is up after ${seconds} s`, ""];
  if (serves)
    lines.push(
      `  shop               ${config.PUBLIC_URL}`,
      `  calls              ${config.PUBLIC_URL}/api/docs`,
      `  health             ${url}/readyz   ${url}/metrics`,
    );
  else lines.push("  It works the jobs and serves no pages: ROLE=web does.");
  if (config.SANDBOX === "on") {
    const sandbox = `http://localhost:${config.SANDBOX_PORT}`;
    lines.push(
      `  play the world     ${sandbox}`,
      `  mailbox            ${sandbox}/mailbox`,
      `  texts              ${sandbox}/texts`,
    );
  }
  if (demo && serves) {
    lines.push("", "  Demo sign-ins:");
    for (const member of DEMO_MEMBERS) lines.push(`    ${member.email}   ${member.password}   (${member.about})`);
    lines.push("", "  Operators' console, one demo operator for each role:");
    lines.push(`    ${consoleLink ?? `${config.PUBLIC_URL}/console`}${consoleLink ? "   (the owner, once)" : ""}`);
    lines.push(`    npm run operator -- link --email ${DEMO_OPERATORS.map(({ email }) => email).join(" | ")}`);
  }
  lines.push("", "  Ctrl-C stops everything.", "");
  return lines.join("\n");
}
