/** Which parameters each call of the processor knows; any other is refused by its name, as the real one does. */
import type { Form } from "./form.ts";
import { wrong } from "./refusal.ts";

const PAGE = ["limit", "starting_after", "ending_before"];
const CARD_OF = ["payment_method", "payment_method_data", "payment_method_options", "mandate_data", "return_url"];
const INTENT = [
  ...CARD_OF,
  "allowed_payment_method_types",
  "automatic_payment_methods",
  "confirm",
  "customer",
  "description",
  "metadata",
  "on_behalf_of",
  "use_stripe_sdk",
];
const CUSTOMER = ["email", "name", "phone", "description", "metadata", "address", "shipping", "invoice_settings"];

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  "POST /customers": [...CUSTOMER, "payment_method"],
  "POST /customers/:id": CUSTOMER,
  "GET /customers": [...PAGE, "created", "email"],
  "GET /customers/search": ["query", "limit", "page"],
  "GET /customers/:id/payment_methods": [...PAGE, "type"],
  "POST /payment_methods": ["type", "card", "billing_details", "metadata", "allow_redisplay"],
  "GET /payment_methods": [...PAGE, "customer", "type"],
  "POST /payment_methods/:id/attach": ["customer"],
  "POST /setup_intents": [...INTENT, "usage", "single_use"],
  "GET /setup_intents": [...PAGE, "created", "customer", "payment_method"],
  "GET /setup_intents/:id": ["client_secret"],
  "POST /setup_intents/:id/confirm": [...CARD_OF, "client_secret", "use_stripe_sdk"],
  "POST /setup_intents/:id/cancel": ["cancellation_reason"],
  "POST /payment_intents": [
    ...INTENT,
    "amount",
    "currency",
    "capture_method",
    "confirmation_method",
    "error_on_requires_action",
    "off_session",
    "receipt_email",
    "setup_future_usage",
    "shipping",
    "statement_descriptor",
    "statement_descriptor_suffix",
  ],
  "GET /payment_intents": [...PAGE, "created", "customer"],
  "GET /payment_intents/search": ["query", "limit", "page"],
  "GET /payment_intents/:id": ["client_secret"],
  "POST /payment_intents/:id/confirm": [
    ...CARD_OF,
    "client_secret",
    "error_on_requires_action",
    "off_session",
    "receipt_email",
    "setup_future_usage",
    "shipping",
    "use_stripe_sdk",
  ],
  "POST /payment_intents/:id/cancel": ["cancellation_reason"],
  "GET /charges": [...PAGE, "created", "customer", "payment_intent"],
  "POST /refunds": ["charge", "payment_intent", "amount", "reason", "metadata", "instructions_email"],
  "GET /refunds": [...PAGE, "created", "charge", "payment_intent"],
  "GET /disputes": [...PAGE, "created", "charge", "payment_intent"],
  "GET /balance_transactions": [...PAGE, "created", "currency", "payout", "source", "type"],
  "GET /events": [...PAGE, "created", "type", "types", "delivery_success"],
  "POST /payment_method_domains": ["domain_name", "enabled"],
  "GET /payment_method_domains": [...PAGE, "domain_name", "enabled"],
  "POST /payment_method_domains/:id": ["enabled"],
};

export function checkParameters(method: string, path: string, form: Form): void {
  const known = new Set([...(KNOWN[`${method} ${path}`] ?? []), "expand"]);
  const unknown = Object.keys(form).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw wrong(`Received unknown parameter: ${unknown}`, { param: unknown, code: "parameter_unknown" });
}
