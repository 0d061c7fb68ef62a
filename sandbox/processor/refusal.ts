import type { Thing } from "./thing.ts";

type Details = {
  type: "card_error" | "invalid_request_error" | "idempotency_error" | "api_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Thing;
  setup_intent?: Thing;
  payment_method?: Thing;
};

/** What the processor answers instead of a result, in its own shape. */
export class Refusal extends Error {
  readonly status: number;
  readonly details: Details;
  constructor(status: number, details: Details) {
    super(details.message);
    this.status = status;
    this.details = details;
  }
}

export const wrong = (message: string, more: { param?: string; code?: string } = {}): Refusal =>
  new Refusal(400, { type: "invalid_request_error", message, ...more });

export const missing = (kind: string, id: string, param = "id", status = 404): Refusal =>
  new Refusal(status, {
    type: "invalid_request_error",
    code: "resource_missing",
    param,
    message: `No such ${kind}: '${id}'`,
  });
