/** Letters to operators, who read English. */
import { defineLetter, type Letter } from "#notifications";

type Invitation = { name: string; by: string; roles: readonly string[]; href: string; hours: number };

const writeInvitation = (facts: Invitation): Letter => ({
  subject: "Your place at the operators' desk",
  headline: `${facts.name}, set up your passkey`,
  lead: `${facts.by} invited you to the operators' console as ${facts.roles.join(" and ")}. The link works once, for ${facts.hours} hours.`,
  button: { label: "Set up your passkey", href: facts.href },
  after: "If you expected no invitation, do nothing and tell whoever runs the service.",
});

export const operatorInvited = defineLetter(
  "staff_invited",
  { en: "Invitation to the console", es: "Invitación a la consola" },
  "account",
  writeInvitation,
  {
    secret: true,
    because: {
      en: "You're getting this email because an owner of the service invited you to work at it.",
      es: "Recibes este correo porque un responsable del servicio te invitó a trabajar en él.",
    },
  },
);
