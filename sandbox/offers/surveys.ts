import { randomUUID } from "node:crypto";
import { choose, hash, pick } from "../catalogue/hash.ts";
import type { World } from "../world.ts";
import { convert, type How } from "./offers.ts";
import type { CoinEvent, EndOfSurvey } from "./vendor.ts";

export interface Question {
  id: string;
  text: string;
  options: string[];
  /** Who chooses this is not whom the survey is for. */
  out?: string;
  /** An attention check: only this one is right. */
  only?: string;
}

export interface Survey {
  id: string;
  category: string;
  minutes: number;
  /** Millionths of a dollar, with parts of a cent. */
  payout: number;
  /** Of a hundred who begin, so many get through. */
  rate: number;
  full: boolean;
  questions: Question[];
}

export interface Session {
  id: string;
  vendor: string;
  survey_id: string;
  user_ref: string;
  sub: string;
  begun_at: number;
  ended: EndOfSurvey | null;
  tx: string | null;
}

/** Who takes less than this for a question, by the sandbox's clock, did not read it. */
export const SECONDS_A_QUESTION = 2;

const BANK: readonly [Question, ...Question[]] = [
  { id: "shop", text: "Where did you last buy clothes?", options: ["In a store", "Online", "I made them"] },
  { id: "pet", text: "Which animals live with you?", options: ["A dog", "A cat", "Others", "None"] },
  { id: "coffee", text: "How do you take your coffee?", options: ["Black", "With milk", "I drink none"] },
  {
    id: "car",
    text: "How do you mostly get to work?",
    options: ["By car", "By bus or train", "On foot", "I work at home"],
  },
  { id: "stream", text: "How many streaming services do you pay for?", options: ["None", "One", "Two", "More"] },
  { id: "garden", text: "How much of your food do you grow?", options: ["None", "A little", "Most of it"] },
];
const SCREEN: Question = {
  id: "screen",
  text: "Which of these did you buy in the last month?",
  options: ["Groceries", "Something for the home", "None of these"],
  out: "None of these",
};
const CHECK: Question = {
  id: "check",
  text: "So that we know that you read this: please choose Often.",
  options: ["Never", "Sometimes", "Often"],
  only: "Often",
};
const CATEGORIES: readonly [string, ...string[]] = ["Shopping", "Food", "Travel", "Media", "Home", "Health"];
const COUNT = 9;

function makeSurvey(vendor: string, n: number): Survey {
  const seed = `${vendor}survey${n}`;
  const minutes = pick(`${seed}m`, 3, 22);
  const asked = pick(`${seed}q`, 1, 4);
  const rest = BANK.map((_, place) => BANK[(place + hash(seed)) % BANK.length] ?? BANK[0]).slice(0, asked);
  return {
    id: `${hash(seed)}`,
    category: choose(seed, CATEGORIES),
    minutes,
    payout: minutes * pick(`${seed}p`, 47_500, 131_250) - (hash(seed) % 10) * 12,
    rate: pick(`${seed}r`, 18, 83),
    full: n === COUNT - 1,
    questions: [SCREEN, ...rest, CHECK],
  };
}

export const surveysOf = (vendor: string): Survey[] => Array.from({ length: COUNT }, (_, n) => makeSurvey(vendor, n));
export const findSurvey = (vendor: string, id: string): Survey | undefined =>
  surveysOf(vendor).find((survey) => survey.id === id);

/** What somebody did not answer yet. */
export function surveysFor(world: World, vendor: string, userRef: string): Survey[] {
  const done = new Set(
    world.db
      .all<Session>(
        "select * from survey_sessions where vendor = ? and user_ref = ? and ended is not null",
        vendor,
        userRef,
      )
      .map(({ survey_id }) => survey_id),
  );
  return surveysOf(vendor).filter(({ id }) => !done.has(id));
}

export function openSurvey(
  world: World,
  vendor: string,
  surveyId: string,
  userRef: string,
  sub: string,
): Session | null {
  if (!findSurvey(vendor, surveyId) || userRef === "") return null;
  const session: Session = {
    id: randomUUID(),
    vendor,
    survey_id: surveyId,
    user_ref: userRef.slice(0, 255),
    sub: sub.slice(0, 255),
    begun_at: world.clock.now(),
    ended: null,
    tx: null,
  };
  world.db.run(
    "insert into survey_sessions (id, vendor, survey_id, user_ref, sub, begun_at) values (?, ?, ?, ?, ?, ?)",
    session.id,
    vendor,
    surveyId,
    session.user_ref,
    session.sub,
    session.begun_at,
  );
  return session;
}

export const findSession = (world: World, id: string): Session | undefined =>
  world.db.get<Session>("select * from survey_sessions where id = ?", id);

/** What becomes of somebody by what they answered and when. */
export function judge(
  world: World,
  session: Session,
  answers: Readonly<Record<string, string | undefined>>,
): EndOfSurvey {
  const survey = findSurvey(session.vendor, session.survey_id);
  if (!survey) return "screened_out";
  if (survey.questions.some(({ id, out }) => out !== undefined && answers[id] === out)) return "screened_out";
  if (survey.full) return "quota_full";
  const seconds = (world.clock.now() - session.begun_at) / 1_000;
  if (seconds < SECONDS_A_QUESTION * survey.questions.length) return "too_fast";
  if (survey.questions.some(({ id, only }) => only !== undefined && answers[id] !== only)) return "quality";
  return "complete";
}

/** Ends a session and tells it, once. */
export function endSurvey(
  world: World,
  session: Session,
  end: EndOfSurvey,
  how: How & { payout?: number } = {},
): CoinEvent | null {
  const survey = findSurvey(session.vendor, session.survey_id);
  if (!survey || session.ended !== null) return null;
  const row = {
    vendor: session.vendor,
    start_id: session.id,
    offer_id: survey.id,
    offer_name: `${survey.category}, ${survey.minutes} minutes`,
    goal_id: "",
    goal_name: "",
    user_ref: session.user_ref,
    sub: session.sub,
    payout: end === "complete" ? (how.payout ?? survey.payout) : 0,
    kind: end === "complete" ? ("credit" as const) : ("attempt" as const),
    reason: end === "complete" ? "" : end,
  };
  const event = convert(world, row, how);
  world.db.run("update survey_sessions set ended = ?, tx = ? where id = ?", end, event.tx, session.id);
  return event;
}
