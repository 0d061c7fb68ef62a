import type { FastifyReply, FastifyRequest } from "fastify";
import type { GraphQLSchema } from "graphql";
import { graphql } from "graphql";
import { CJ } from "./credentials.ts";

export function checkCj(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.headers.authorization !== `Bearer ${CJ.token}`) {
    reply
      .code(401)
      .send({ error: "Unauthorized", message: "Not Authenticated: the personal access token is missing or wrong." });
    return;
  }
  done();
}

interface GraphqlBody {
  query?: string;
  variables?: Record<string, unknown> | null;
  operationName?: string | null;
}

/** CJ takes the usual JSON body as well as the bare text of the query. */
export async function answerGraphql(
  schema: GraphQLSchema,
  root: unknown,
  body: unknown,
  reply: FastifyReply,
): Promise<unknown> {
  const given = bodyOf(body);
  if (typeof given.query !== "string" || given.query.trim() === "") {
    return reply.code(400).send({ errors: [{ message: "The body holds no query." }] });
  }
  const result = await graphql({
    schema,
    source: given.query,
    rootValue: root,
    variableValues: given.variables ?? null,
    operationName: given.operationName ?? null,
  });
  if (result.data === undefined) reply.code(400);
  return reply.type("application/json").send(JSON.stringify(result));
}

const bodyOf = (body: unknown): GraphqlBody =>
  typeof body === "string" ? fromText(body) : ((body ?? {}) as GraphqlBody);

/** The text of the query alone; null when there is none. */
export function queryOf(body: unknown): string | null {
  const { query } = bodyOf(body);
  return typeof query === "string" && query.trim() !== "" ? query : null;
}

function fromText(text: string): GraphqlBody {
  if (!text.trimStart().startsWith("{")) return { query: text };
  try {
    const parsed = JSON.parse(text) as GraphqlBody;
    if (typeof parsed.query === "string") return parsed;
  } catch {
    // A bare selection set also begins with a brace.
  }
  return { query: text };
}
