/**
 * Questions whose answers let survey partners match somebody before they are turned away. Each may be left out. Wording after the
 * demographics of Watts-Lab/surveys (MIT) and the American Community Survey 2019 (public domain).
 */
import type { InWords } from "#platform/describer";

export type ProfileQuestion = {
  id: string;
  text: InWords;
  /** What it is for, as the member reads it. */
  why: InWords;
} & ({ type: "year" } | { type: "one" | "some"; options: readonly { code: string; text: InWords }[] });

const option = (code: string, en: string, es: string) => ({ code, text: { en, es } });

export const PROFILE_QUESTIONS: readonly ProfileQuestion[] = [
  {
    id: "birth_year",
    type: "year",
    text: { en: "What year were you born?", es: "¿En qué año naciste?" },
    why: { en: "Most surveys look for an age.", es: "Casi todas las encuestas buscan una edad." },
  },
  {
    id: "gender",
    type: "one",
    text: { en: "What is your gender?", es: "¿Cuál es tu género?" },
    why: { en: "Many surveys want as many men as women.", es: "Muchas quieren tantos hombres como mujeres." },
    options: [option("female", "Female", "Mujer"), option("male", "Male", "Hombre"), option("other", "Other", "Otro")],
  },
  {
    id: "education",
    type: "one",
    text: {
      en: "What is the highest level of education you have completed?",
      es: "¿Cuál es el nivel de estudios más alto que terminaste?",
    },
    why: { en: "Surveys about work and school ask for it.", es: "La piden las encuestas sobre trabajo y estudios." },
    options: [
      option("none", "Less than high school", "Menos que la secundaria"),
      option("school", "High school or GED", "Secundaria o GED"),
      option("college", "Some college", "Algo de universidad"),
      option("associate", "Two-year degree", "Título de dos años"),
      option("bachelor", "Four-year degree", "Título de cuatro años"),
      option("master", "Master's degree or higher", "Maestría o más"),
    ],
  },
  {
    id: "employment",
    type: "one",
    text: { en: "Are you currently…", es: "Actualmente…" },
    why: { en: "It finds surveys about your kind of day.", es: "Encuentra encuestas sobre tu tipo de día." },
    options: [
      option("employed", "Employed", "Trabajas para alguien"),
      option("self", "Self-employed", "Trabajas por tu cuenta"),
      option("looking", "Looking for work", "Buscas trabajo"),
      option("home", "At home with family", "Te dedicas al hogar"),
      option("student", "A student", "Estudias"),
      option("retired", "Retired", "Te jubilaste"),
      option("unable", "Unable to work", "No puedes trabajar"),
    ],
  },
  {
    id: "income",
    type: "one",
    text: { en: "What is your household's yearly income?", es: "¿Cuánto ingresa tu hogar al año?" },
    why: {
      en: "Surveys about spending need a range, never a sum.",
      es: "Las de gastos piden un rango, nunca una suma.",
    },
    options: [
      option("under_25", "Under $25,000", "Menos de $25,000"),
      option("25_50", "$25,000 to $49,999", "De $25,000 a $49,999"),
      option("50_75", "$50,000 to $74,999", "De $50,000 a $74,999"),
      option("75_100", "$75,000 to $99,999", "De $75,000 a $99,999"),
      option("100_150", "$100,000 to $149,999", "De $100,000 a $149,999"),
      option("over_150", "$150,000 or more", "$150,000 o más"),
    ],
  },
  {
    id: "household",
    type: "one",
    text: { en: "Who lives with you?", es: "¿Quién vive contigo?" },
    why: { en: "Surveys about food and home ask for it.", es: "La piden las encuestas sobre comida y hogar." },
    options: [
      option("alone", "Nobody", "Nadie"),
      option("partner", "A partner", "Tu pareja"),
      option("children", "Children under 18", "Hijos menores de 18"),
      option("both", "A partner and children", "Tu pareja e hijos"),
      option("others", "Family or roommates", "Familia o compañeros"),
    ],
  },
  {
    id: "interests",
    type: "some",
    text: { en: "What would you rather be asked about?", es: "¿Sobre qué prefieres que te pregunten?" },
    why: { en: "It puts those first.", es: "Pone esos temas primero." },
    options: [
      option("food", "Food and drink", "Comida y bebida"),
      option("tech", "Phones and computers", "Teléfonos y computadoras"),
      option("travel", "Travel", "Viajes"),
      option("streaming", "Films, shows and music", "Películas, series y música"),
      option("health", "Health", "Salud"),
      option("money", "Money and insurance", "Dinero y seguros"),
      option("pets", "Pets", "Mascotas"),
      option("cars", "Cars", "Autos"),
    ],
  },
];

/** What somebody agrees to before an answer leaves; its hash is kept with their word. */
export const ANSWERS_CONSENT: InWords = {
  en: "My answers may be sent to survey partners, without my name or address, so that they can match surveys. I can change or delete them at any time.",
  es: "Mis respuestas pueden enviarse a los socios de encuestas, sin mi nombre ni mi correo, para que encuentren encuestas que me queden bien. Puedo cambiarlas o borrarlas cuando quiera.",
};

/** Minutes that the first survey takes. */
export const ONBOARDING_MINUTES = 2;

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
