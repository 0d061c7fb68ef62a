/** Letters to those who run the service: an alarm was raised, or is over. In English, as operators read them. */
import { defineLetter, showMinute } from "#notifications";

type Facts = { name: string; what: string; line: string; at: Date; console: string; over: boolean };

export const alarmLetter = defineLetter(
  "alarm",
  { en: "Alarm", es: "Alarma" },
  "account",
  (facts: Facts, language) => ({
    subject: facts.over ? `Over: ${facts.name}` : `Alarm: ${facts.name}: ${facts.line}`.slice(0, 150),
    headline: facts.over ? `${facts.name} is fine again` : `Alarm: ${facts.name}`,
    lead: facts.line,
    slip: {
      title: facts.name,
      rows: [
        { term: "What is looked at", value: facts.what },
        { term: facts.over ? "Fine since" : "Since", value: showMinute(facts.at, language, null) },
      ],
    },
    button: { label: "Open the console", href: facts.console },
  }),
  {
    because: {
      en: "You're getting this email because you are told of alarms (ALARM_MAIL).",
      es: "Recibes este correo porque se te avisa de las alarmas (ALARM_MAIL).",
    },
  },
);
