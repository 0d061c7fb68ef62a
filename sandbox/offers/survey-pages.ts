import type { FastifyInstance, FastifyReply } from "fastify";
import { esc } from "../markup.ts";
import type { World } from "../world.ts";
import { page, sendPage } from "./pages.ts";
import {
  endSurvey,
  findSession,
  findSurvey,
  judge,
  openSurvey,
  type Session,
  type Survey,
  surveysFor,
} from "./surveys.ts";
import { coinPartyOf } from "./tell.ts";
import { type CoinEvent, dollars, type EndOfSurvey } from "./vendor.ts";

/** Opens one survey for somebody and leads to its questions. */
export function enter(
  world: World,
  reply: FastifyReply,
  vendor: string,
  way: { surveyId: string; userRef: string; sub: string },
  status = 302,
) {
  const session = openSurvey(world, vendor, way.surveyId, way.userRef, way.sub);
  if (!session) return reply.code(404).type("text/plain").send("There is no such survey.");
  return reply.header("cache-control", "no-store").redirect(`/surveys/played/${session.id}`, status);
}

/** A vendor's own wall of surveys. `link` leads from it to one of them. */
export function surveyWall(
  world: World,
  reply: FastifyReply,
  vendor: string,
  userRef: string,
  link: (survey: Survey) => string,
) {
  if (userRef === "") return reply.code(400).type("text/plain").send("Who is it for?");
  const rows = surveysFor(world, vendor, userRef)
    .map(
      (survey) =>
        `<li><a class="tile" href="${esc(link(survey))}"><div><strong>${esc(survey.category)}</strong><span class="soft small">${survey.minutes} minutes</span><span class="price">$${dollars(survey.payout)}</span></div></a></li>`,
    )
    .join("");
  return sendPage(reply, page(world, vendor, "Surveys", `<h1>Surveys</h1><ul class="grid">${rows}</ul>`));
}

export function questions(world: World, session: Session, survey: Survey): string {
  const fields = survey.questions
    .map(
      ({ id, text, options }) =>
        `<fieldset class="card"><legend><strong>${esc(text)}</strong></legend>${options
          .map(
            (option) =>
              `<label><input type="radio" name="${esc(id)}" value="${esc(option)}" required> ${esc(option)}</label>`,
          )
          .join("")}</fieldset>`,
    )
    .join("");
  const body = `<h1>${esc(survey.category)}</h1><p class="soft">${survey.questions.length} questions, about ${survey.minutes} minutes.</p><form method="post" action="/surveys/played/${session.id}">${fields}<button>Send</button></form>`;
  return page(world, session.vendor, survey.category, body);
}

/** Back to the product, as this vendor goes back; null where it goes nowhere by itself. */
export function wayBack(world: World, vendor: string, event: CoinEvent, end: EndOfSurvey): string | null {
  const address = `${world.settings.productUrl}/survey/${vendor}/complete`;
  return coinPartyOf(world, vendor).coins.wayBack?.(address, event, end) ?? null;
}

/** The last page of a vendor that leads nowhere: it tells the window around it, and the reader goes back alone. */
function ended(world: World, vendor: string, end: EndOfSurvey): string {
  const said = end === "complete" ? "setSurveyCompleted" : "userNotEligible";
  const body = `<h1>${end === "complete" ? "Thank you" : "This survey was not for you"}</h1><p><a class="button" href="${esc(`${world.settings.productUrl}/survey/${vendor}/complete`)}">Back to where you came from</a></p><script>parent.postMessage(${JSON.stringify(said)}, "*")</script>`;
  return page(world, vendor, "Survey", body);
}

/** Where one really answers. */
export function registerAnswering(app: FastifyInstance, world: World): void {
  const known = (id: string) => {
    const session = findSession(world, id);
    const survey = session && findSurvey(session.vendor, session.survey_id);
    return session && survey ? { session, survey } : null;
  };
  const options = { config: { target: "offers.survey" } };
  const gone = (reply: FastifyReply) => reply.code(404).type("text/plain").send("There is no such survey.");

  app.get<{ Params: { id: string } }>("/surveys/played/:id", options, (request, reply) => {
    const found = known(request.params.id);
    if (!found) return gone(reply);
    if (found.session.ended !== null) return reply.code(410).type("text/plain").send("This survey was answered.");
    return sendPage(reply, questions(world, found.session, found.survey));
  });

  app.post<{ Params: { id: string }; Body: Record<string, string> | null }>(
    "/surveys/played/:id",
    options,
    (request, reply) => {
      const found = known(request.params.id);
      if (!found) return gone(reply);
      const end = judge(world, found.session, request.body ?? {});
      const event = endSurvey(world, found.session, end);
      if (!event) return reply.code(410).type("text/plain").send("This survey was answered.");
      const back = wayBack(world, found.session.vendor, event, end);
      if (back === null) return sendPage(reply, ended(world, found.session.vendor, end));
      return reply.redirect(back, 303);
    },
  );
}
