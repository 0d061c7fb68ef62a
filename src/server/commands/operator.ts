/** `npm run operator`: the first owner, a new link for who lost every key, and the log's verification. */
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { ROLE_NAMES, STAFF_REFUSALS } from "#staff";
import { withServices } from "./with-services.ts";

const HELP = `The people of the operators' console.

  npm run operator -- add --email ADDRESS --name NAME --role ROLE [--role ROLE …]
      adds somebody and prints a one-time link with which they set up their passkey;
      --role partner --partner NAME adds somebody who sees that partner's own page alone
  npm run operator -- link --email ADDRESS
      prints a new one-time link; passkeys and sessions that they had end
  npm run operator -- off --email ADDRESS
      switches somebody off, with all sessions
  npm run operator -- list
  npm run operator -- audit --verify
      works the whole log of what operators did out anew; exit code 1 when it is not what was written

Roles: ${ROLE_NAMES.join(", ")}.`;

const OPTIONS = {
  help: { type: "boolean", short: "h" },
  email: { type: "string" },
  name: { type: "string" },
  role: { type: "string", multiple: true },
  partner: { type: "string" },
  verify: { type: "boolean" },
} as const;

function refuse(text: string): void {
  console.error(text);
  process.exitCode = 2;
}

export async function run(args: string[]) {
  let line: ReturnType<typeof parse>;
  try {
    line = parse(args);
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : "This cannot be read."}\n\n${HELP}`);
  }
  const { values, positionals } = line;
  const [verb = ""] = positionals;
  const by = `${userInfo().username} (command line)`;
  if (values.help || verb === "") return console.log(HELP);
  if (verb === "audit") return verify();
  if (verb === "list") return list();
  if (!["add", "link", "off"].includes(verb)) return refuse(`There is no "${verb}".\n\n${HELP}`);
  const { email } = values;
  if (!email || !/^[^\s@]+@[^\s@]+$/.test(email)) return refuse("Say whose with --email ADDRESS.");
  if (verb === "add")
    return add(by, { email, name: values.name ?? email, roles: values.role ?? [], partner: values.partner ?? null });
  if (verb === "link") return link(by, email);
  return switchOff(by, email);
}

const parse = (args: string[]) => parseArgs({ args, options: OPTIONS, allowPositionals: true });

const show = (email: string, href: string) =>
  console.log(`${email} sets up a passkey here, once, within 72 hours:\n\n  ${href}\n`);

const add = (by: string, asked: { email: string; name: string; roles: string[]; partner: string | null }) =>
  withServices(async ({ staff }) => {
    const outcome = await staff.inviteByCommand(by, asked);
    if (!outcome.ok) return refuse(`${STAFF_REFUSALS[outcome.code].en} Roles: ${ROLE_NAMES.join(", ")}.`);
    show(asked.email, outcome.value.link);
  });

const link = (by: string, email: string) =>
  withServices(async ({ staff }) => {
    const outcome = await staff.linkByCommand(by, email);
    if (!outcome.ok) return refuse(STAFF_REFUSALS[outcome.code].en);
    show(email, outcome.value.link);
  });

const switchOff = (by: string, email: string) =>
  withServices(async ({ staff }) => {
    const person = (await staff.people()).find((one) => one.email === email.toLowerCase());
    const outcome = person && (await staff.switchOffByCommand(by, person.id));
    if (!outcome?.ok) return refuse(STAFF_REFUSALS[outcome?.code ?? "unknown_person"].en);
    console.log(`${email} is switched off.`);
  });

const list = () =>
  withServices(async ({ staff }) => {
    const people = await staff.people();
    for (const { email, name, roles, state, passkeys } of people)
      console.log(
        `${email.padEnd(32)} ${name.padEnd(24)} ${state.padEnd(8)} ${roles.join(", ")}, ${passkeys} ${passkeys === 1 ? "passkey" : "passkeys"}`,
      );
    if (people.length === 0) console.log("Nobody yet: npm run operator -- add --email … --name … --role owner");
  });

const verify = () =>
  withServices(async ({ staff }) => {
    const { rows, broken } = await staff.verifyAudit();
    if (broken === null) return console.log(`The log is whole: ${rows} rows.`);
    console.error(`The log is not what was written, from row ${broken} on.`);
    process.exitCode = 1;
  });
