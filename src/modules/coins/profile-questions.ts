/**
 * Questions whose answers bring somebody surveys that suit them. Each may be left out, and none is asked whose answer nobody uses:
 * of the connected partners one documents how a year of birth is handed over, and no other answer.
 */
import type { InWords } from "#platform/describer";

export type ProfileQuestion = {
  id: string;
  text: InWords;
  /** What it is for, as the member reads it. */
  why: InWords;
} & ({ type: "year" } | { type: "one" | "some"; options: readonly { code: string; text: InWords }[] });

const option = (code: string, en: string, es: string) => ({ code, text: { en, es } });

/** Only what is used: the year by partners who match by it, the rest by us, to put first what suits somebody. */
export const PROFILE_QUESTIONS: readonly ProfileQuestion[] = [
  {
    id: "birth_year",
    type: "year",
    text: { en: "What year were you born?", es: "¿En qué año naciste?" },
    why: {
      en: "Pollfish matches surveys by it. It leaves us only if you agree below.",
      es: "Pollfish busca encuestas según el año. Solo sale de aquí si aceptas abajo.",
    },
  },
  {
    id: "interests",
    type: "some",
    text: { en: "What would you rather be asked about?", es: "¿Sobre qué prefieres que te pregunten?" },
    why: { en: "We put those first. Nobody else sees it.", es: "Ponemos esos temas primero. Nadie más lo ve." },
    options: [
      option("food", "Food and drink", "Comida y bebida"),
      option("tech", "Phones and computers", "Teléfonos y computadoras"),
      option("travel", "Travel", "Viajes"),
      option("media", "Films, shows and music", "Películas, series y música"),
      option("health", "Health", "Salud"),
      option("shopping", "Shopping", "Compras"),
      option("home", "Home and family", "Hogar y familia"),
      option("money", "Money and insurance", "Dinero y seguros"),
    ],
  },
  {
    id: "longest",
    type: "one",
    text: { en: "How long may a survey be?", es: "¿Cuánto puede durar una encuesta?" },
    why: { en: "Longer ones go to the end of the list.", es: "Las más largas van al final de la lista." },
    options: [
      option("5", "5 minutes", "5 minutos"),
      option("10", "10 minutes", "10 minutos"),
      option("20", "20 minutes", "20 minutos"),
      option("any", "Any length", "No importa"),
    ],
  },
];

/** What somebody agrees to before an answer leaves; its hash is kept with their word. */
export const ANSWERS_CONSENT: InWords = {
  en: "My year of birth may be sent to survey partners that match by it, without my name or address. I can change or delete it at any time.",
  es: "Mi año de nacimiento puede enviarse a los socios que buscan encuestas según él, sin mi nombre ni mi correo. Puedo cambiarlo o borrarlo cuando quiera.",
};

/** Minutes that the first survey takes. */
export const ONBOARDING_MINUTES = 1;

const EARLIEST_YEAR = 1900;

/** The answer as it is kept; undefined for one that is none of the question's. */
export function readAnswer(question: ProfileQuestion, given: unknown, thisYear: number): string | string[] | undefined {
  if (question.type === "year") {
    const year = typeof given === "string" ? given.trim() : "";
    if (!/^\d{4}$/.test(year)) return undefined;
    return Number(year) >= EARLIEST_YEAR && Number(year) <= thisYear - 18 ? year : undefined;
  }
  const codes = question.options.map(({ code }) => code);
  const chosen = (Array.isArray(given) ? given : [given]).filter((one): one is string => typeof one === "string");
  if (chosen.length === 0 || chosen.some((one) => !codes.includes(one))) return undefined;
  return question.type === "one" ? (chosen.length === 1 ? chosen[0] : undefined) : [...new Set(chosen)];
}

/** Words of partners' categories that belong to an interest. */
const TOPICS: Readonly<Record<string, RegExp>> = {
  food: /food|drink|beverage|restaurant/i,
  tech: /tech|phone|computer|internet|software|game/i,
  travel: /travel|tourism|hotel/i,
  media: /media|film|movie|music|tv|stream|entertain/i,
  health: /health|medic|pharma|fitness/i,
  shopping: /shop|retail|fashion|beauty/i,
  home: /home|house|family|parent|pet/i,
  money: /financ|money|bank|insur/i,
};

/** What a partner calls a survey's topic in English, as its members read it in Spanish; null for a topic that nobody here knows. */
export function topicInSpanish(category: string): string | null {
  const topic = Object.keys(TOPICS).find((code) => TOPICS[code]?.test(category));
  const interests = PROFILE_QUESTIONS.find(({ id }) => id === "interests");
  const options = interests && "options" in interests ? interests.options : [];
  return options.find(({ code }) => code === topic)?.text.es ?? null;
}

/** How a survey suits its reader: 1 for no word about it, more for a topic of theirs, less for one that is too long. */
export function suits(
  answers: Readonly<Record<string, string | readonly string[]>>,
  survey: { category: string | null; minutes: number },
): number {
  const interests = [answers.interests ?? []].flat();
  const wanted = interests.some((topic) => TOPICS[topic]?.test(survey.category ?? ""));
  const longest = Number(answers.longest);
  const tooLong = Number.isFinite(longest) && longest > 0 && survey.minutes > longest;
  return (wanted ? 3 : 1) * (tooLong ? 0.01 : 1);
}
