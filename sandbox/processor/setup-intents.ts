import type { World } from "../world.ts";
import { every, find, keep, newId, page, seconds, shown, type Thing } from "./book.ts";
import { type Decline, declineMessage } from "./cards.ts";
import { customerOf } from "./customers.ts";
import { tell } from "./events.ts";
import { type Form, isTrue, metadata, part, text, texts } from "./form.ts";
import { attach, behaviourOf, createMethod, type PaymentMethod, resolveMethod } from "./payment-methods.ts";
import { missing, Refusal, wrong } from "./refusal.ts";

export type SetupIntent = Thing & {
  status: string;
  client_secret: string;
  customer: string | null;
  payment_method: string | null;
  usage: string;
};

export function setupOf(world: World, id: string): SetupIntent {
  const intent = find<SetupIntent>(world, id, "setup_intent");
  if (!intent) throw missing("setupintent", id);
  return intent;
}

export function nextAction(world: World, intent: { id: string; client_secret: string }) {
  const source = `${world.origin()}/stripe/3ds/${intent.id}?${new URLSearchParams({ secret: intent.client_secret })}`;
  return {
    type: "use_stripe_sdk",
    use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: source, source: newId("src") },
  };
}

/** Since the release of endive types are allowed, no longer set. */
export function allowedTypes(form: Form): string[] | null {
  if ("payment_method_types" in form)
    throw wrong("Received unknown parameter: payment_method_types", {
      param: "payment_method_types",
      code: "parameter_unknown",
    });
  const types = texts(form, "allowed_payment_method_types");
  return types.length > 0 ? types : null;
}

export function createSetup(world: World, form: Form): SetupIntent {
  const customer = text(form, "customer");
  if (customer !== undefined) customerOf(world, customer, "customer", 400);
  const usage = text(form, "usage") ?? "off_session";
  if (usage !== "off_session" && usage !== "on_session") throw wrong(`Invalid usage: ${usage}`, { param: "usage" });
  const automatic = isTrue(part(form, "automatic_payment_methods"), "enabled");
  const id = newId("seti");
  const intent: SetupIntent = {
    id,
    object: "setup_intent",
    created: seconds(world),
    allowed_payment_method_types: allowedTypes(form),
    application: null,
    automatic_payment_methods: automatic ? { allow_redirects: "always", enabled: true } : null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId("k").slice(2)}`,
    customer: customer ?? null,
    description: text(form, "description") ?? null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: metadata(form),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: "requires_payment_method",
    usage,
  };
  keep(world, intent);
  tell(world, "setup_intent.created", intent);
  const method = text(form, "payment_method");
  if (method !== undefined) {
    const ready = { ...intent, payment_method: resolveMethod(world, method).id, status: "requires_confirmation" };
    keep(world, ready);
    return isTrue(form, "confirm") ? confirmSetup(world, id, form) : ready;
  }
  return intent;
}

function fail(world: World, intent: SetupIntent, method: PaymentMethod, decline: Decline): SetupIntent {
  const error = { type: "card_error" as const, message: declineMessage(decline), ...decline };
  const failed = {
    ...intent,
    status: "requires_payment_method",
    next_action: null,
    payment_method: null,
    last_setup_error: { ...error, payment_method: shown(method) },
  };
  keep(world, failed);
  tell(world, "setup_intent.setup_failed", failed);
  return failed;
}

function finish(world: World, intent: SetupIntent, method: PaymentMethod, shownHimself: boolean): SetupIntent {
  const declines = behaviourOf(method)?.declines;
  if (declines?.on === "attach") {
    const { on: _on, ...decline } = declines;
    const failed = fail(world, intent, method, decline);
    throw new Refusal(402, {
      type: "card_error",
      message: declineMessage(decline),
      ...decline,
      payment_method: method,
      setup_intent: failed,
    });
  }
  const known = { ...method, _known: method._known || (shownHimself && intent.usage === "off_session") };
  keep(world, known);
  if (intent.customer !== null) attach(world, known, intent.customer);
  const done = {
    ...intent,
    status: "succeeded",
    next_action: null,
    last_setup_error: null,
    payment_method: method.id,
    latest_attempt: newId("setatt"),
  };
  keep(world, done);
  tell(world, "setup_intent.succeeded", done);
  return done;
}

export function methodFrom(world: World, form: Form, kept: string | null): PaymentMethod {
  const data = part(form, "payment_method_data");
  if (Object.keys(data).length > 0) return createMethod(world, data);
  const id = text(form, "payment_method") ?? kept;
  if (id === null) throw wrong("You cannot confirm this intent because it's missing a payment method.");
  return resolveMethod(world, id);
}

export function confirmSetup(world: World, id: string, form: Form): SetupIntent {
  const intent = setupOf(world, id);
  if (intent.status === "succeeded" || intent.status === "canceled")
    throw wrong(`You cannot confirm this SetupIntent because it has a status of ${intent.status}.`, {
      code: "setup_intent_unexpected_state",
    });
  const method = methodFrom(world, form, intent.payment_method);
  if (method.customer !== null && method.customer !== intent.customer)
    throw wrong("The payment method you provided is attached to another customer.", { param: "payment_method" });
  if (behaviourOf(method)?.authentication && !method.card.wallet) {
    const asking = {
      ...intent,
      status: "requires_action",
      payment_method: method.id,
      last_setup_error: null,
      next_action: nextAction(world, intent),
    };
    keep(world, asking);
    tell(world, "setup_intent.requires_action", asking);
    return asking;
  }
  return finish(world, intent, method, true);
}

/** What the owner answered in the bank's own window. */
export function answerSetup(world: World, intent: SetupIntent, approved: boolean): void {
  if (intent.status !== "requires_action" || intent.payment_method === null) return;
  const method = resolveMethod(world, intent.payment_method);
  if (!approved) {
    const error = {
      type: "invalid_request_error",
      code: "setup_intent_authentication_failure",
      message: "The provided PaymentMethod has failed authentication.",
    };
    const failed = {
      ...intent,
      status: "requires_payment_method",
      next_action: null,
      payment_method: null,
      last_setup_error: { ...error, payment_method: shown(method) },
    };
    keep(world, failed);
    tell(world, "setup_intent.setup_failed", failed);
    return;
  }
  try {
    finish(world, intent, method, true);
  } catch (error) {
    // The refusal stands in the intent already, which is where the page looks.
    if (!(error instanceof Refusal)) throw error;
  }
}

export function cancelSetup(world: World, id: string, form: Form): SetupIntent {
  const intent = setupOf(world, id);
  if (intent.status === "succeeded" || intent.status === "canceled")
    throw wrong(`You cannot cancel this SetupIntent because it has a status of ${intent.status}.`, {
      code: "setup_intent_unexpected_state",
    });
  const reason = text(form, "cancellation_reason") ?? null;
  const canceled = { ...intent, status: "canceled", next_action: null, cancellation_reason: reason };
  keep(world, canceled);
  tell(world, "setup_intent.canceled", canceled);
  return canceled;
}

export function listSetups(world: World, query: Form) {
  const customer = text(query, "customer");
  const rows = every<SetupIntent>(world, "setup_intent").filter(
    (intent) => customer === undefined || intent.customer === customer,
  );
  return page(rows, query, "/v1/setup_intents");
}
