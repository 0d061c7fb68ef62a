import type { World } from "../world.ts";
import type { Call, Route } from "./api.ts";
import { every, find, keep, newId, page, seconds, type Thing } from "./book.ts";
import {
  createCustomer,
  customerOf,
  deleteCustomer,
  listCustomers,
  searchThings,
  updateCustomer,
} from "./customers.ts";
import { type Form, isTrue, text } from "./form.ts";
import { createRefund, listRefunds } from "./money.ts";
import { cancelPayment, confirmPayment, createPayment, listPayments, paymentOf } from "./payment-intents.ts";
import { attach, createMethod, detach, methodsOf, type PaymentMethod, resolveMethod } from "./payment-methods.ts";
import { missing, Refusal, wrong } from "./refusal.ts";
import { cancelSetup, confirmSetup, createSetup, listSetups, setupOf } from "./setup-intents.ts";

function read(world: World, id: string, object: string): Thing {
  const thing = find(world, id, object);
  if (!thing) throw missing(object, id);
  return thing;
}

/** With the publishable key only who knows the intent's own secret may see or confirm it. */
function guarded<T extends Thing & { client_secret: string }>(call: Call, intent: T): T {
  const given = text(call.form, "client_secret");
  if ((call.open || given !== undefined) && given !== intent.client_secret)
    throw new Refusal(call.open ? 404 : 400, {
      type: "invalid_request_error",
      code: "resource_missing",
      param: "intent",
      message: `No such intent: '${intent.id}'`,
    });
  return intent;
}

const CUSTOMERS: Route[] = [
  {
    method: "POST",
    path: "/customers",
    target: "customers",
    handler: ({ world, form }) => createCustomer(world, form),
  },
  { method: "GET", path: "/customers", target: "customers", handler: ({ world, form }) => listCustomers(world, form) },
  {
    method: "GET",
    path: "/customers/search",
    target: "customers",
    handler: ({ world, form }) => searchThings(world, "customer", form),
  },
  {
    method: "GET",
    path: "/customers/:id",
    target: "customers",
    handler: ({ world, id }) => read(world, id, "customer"),
  },
  {
    method: "DELETE",
    path: "/customers/:id",
    target: "customers",
    handler: ({ world, id }) => deleteCustomer(world, id),
  },
  {
    method: "POST",
    path: "/customers/:id",
    target: "customers",
    handler: ({ world, id, form }) => updateCustomer(world, id, form),
  },
  {
    method: "GET",
    path: "/customers/:id/payment_methods",
    target: "payment_methods",
    handler: ({ world, id, form }) =>
      page(methodsOf(world, customerOf(world, id).id, text(form, "type")), form, `/v1/customers/${id}/payment_methods`),
  },
];

const METHODS: Route[] = [
  {
    method: "POST",
    path: "/payment_methods",
    target: "payment_methods",
    open: true,
    handler: ({ world, form }) => createMethod(world, form),
  },
  {
    method: "GET",
    path: "/payment_methods",
    target: "payment_methods",
    handler: ({ world, form }) => {
      const customer = text(form, "customer");
      if (customer === undefined) throw wrong("Missing required param: customer.", { param: "customer" });
      return page(methodsOf(world, customer, text(form, "type")), form, "/v1/payment_methods");
    },
  },
  {
    method: "GET",
    path: "/payment_methods/:id",
    target: "payment_methods",
    handler: ({ world, id }) => read(world, id, "payment_method"),
  },
  {
    method: "POST",
    path: "/payment_methods/:id/attach",
    target: "payment_methods",
    handler: ({ world, id, form }) => {
      const customer = customerOf(world, text(form, "customer") ?? "", "customer", 400);
      return attach(world, resolveMethod(world, id) as PaymentMethod, customer.id);
    },
  },
  {
    method: "POST",
    path: "/payment_methods/:id/detach",
    target: "payment_methods",
    handler: ({ world, id }) => detach(world, id),
  },
];

const SETUPS: Route[] = [
  {
    method: "POST",
    path: "/setup_intents",
    target: "setup_intents",
    handler: ({ world, form }) => createSetup(world, form),
  },
  {
    method: "GET",
    path: "/setup_intents",
    target: "setup_intents",
    handler: ({ world, form }) => listSetups(world, form),
  },
  {
    method: "GET",
    path: "/setup_intents/:id",
    target: "setup_intents",
    open: true,
    handler: (call) => guarded(call, setupOf(call.world, call.id)),
  },
  {
    method: "POST",
    path: "/setup_intents/:id/confirm",
    target: "setup_intents",
    open: true,
    handler: (call) => {
      guarded(call, setupOf(call.world, call.id));
      return confirmSetup(call.world, call.id, call.form);
    },
  },
  {
    method: "POST",
    path: "/setup_intents/:id/cancel",
    target: "setup_intents",
    handler: ({ world, id, form }) => cancelSetup(world, id, form),
  },
];

const PAYMENTS: Route[] = [
  {
    method: "POST",
    path: "/payment_intents",
    target: "payment_intents.create",
    handler: ({ world, form }) => createPayment(world, form),
  },
  {
    method: "GET",
    path: "/payment_intents",
    target: "payment_intents.list",
    handler: ({ world, form }) => listPayments(world, form),
  },
  {
    method: "GET",
    path: "/payment_intents/search",
    target: "payment_intents.list",
    handler: ({ world, form }) => searchThings(world, "payment_intent", form),
  },
  {
    method: "GET",
    path: "/payment_intents/:id",
    target: "payment_intents.read",
    open: true,
    handler: (call) => guarded(call, paymentOf(call.world, call.id)),
  },
  {
    method: "POST",
    path: "/payment_intents/:id/confirm",
    target: "payment_intents.confirm",
    open: true,
    handler: (call) => {
      guarded(call, paymentOf(call.world, call.id));
      return confirmPayment(call.world, call.id, call.form);
    },
  },
  {
    method: "POST",
    path: "/payment_intents/:id/cancel",
    target: "payment_intents.cancel",
    handler: ({ world, id, form }) => cancelPayment(world, id, form),
  },
];

function listOf(object: string, url: string, more: (thing: Thing, form: Form) => boolean = () => true) {
  return ({ world, form }: Call) =>
    page(
      every(world, object).filter((thing) => more(thing, form)),
      form,
      url,
    );
}

const matches = (thing: Thing, form: Form, keys: string[]): boolean =>
  keys.every((key) => text(form, key) === undefined || thing[key] === text(form, key));

const MONEY: Route[] = [
  { method: "GET", path: "/charges/:id", target: "charges", handler: ({ world, id }) => read(world, id, "charge") },
  {
    method: "GET",
    path: "/charges",
    target: "charges",
    handler: listOf("charge", "/v1/charges", (thing, form) => matches(thing, form, ["customer", "payment_intent"])),
  },
  {
    method: "POST",
    path: "/refunds",
    target: "refunds.create",
    handler: ({ world, form }) => createRefund(world, form),
  },
  {
    method: "GET",
    path: "/refunds",
    target: "refunds",
    handler: ({ world, form }) => page(listRefunds(world, form), form, "/v1/refunds"),
  },
  { method: "GET", path: "/refunds/:id", target: "refunds", handler: ({ world, id }) => read(world, id, "refund") },
  { method: "GET", path: "/disputes/:id", target: "disputes", handler: ({ world, id }) => read(world, id, "dispute") },
  { method: "GET", path: "/disputes", target: "disputes", handler: listOf("dispute", "/v1/disputes") },
  {
    method: "GET",
    path: "/balance_transactions",
    target: "balance",
    handler: listOf("balance_transaction", "/v1/balance_transactions", (thing, form) =>
      matches(thing, form, ["type", "source"]),
    ),
  },
  {
    method: "GET",
    path: "/balance_transactions/:id",
    target: "balance",
    handler: ({ world, id }) => read(world, id, "balance_transaction"),
  },
  {
    method: "GET",
    path: "/events",
    target: "events",
    handler: listOf("event", "/v1/events", (thing, form) => matches(thing, form, ["type"])),
  },
  { method: "GET", path: "/events/:id", target: "events", handler: ({ world, id }) => read(world, id, "event") },
];

const status = (on: boolean) => ({ status: on ? "active" : "inactive" });

function createDomain(world: World, form: Form): Thing {
  const name = text(form, "domain_name");
  if (name === undefined) throw wrong("Missing required param: domain_name.", { param: "domain_name" });
  const known = every(world, "payment_method_domain").find((domain) => domain.domain_name === name);
  if (known) return known;
  const domain: Thing = {
    id: newId("pmd"),
    object: "payment_method_domain",
    created: seconds(world),
    amazon_pay: status(false),
    apple_pay: status(true),
    domain_name: name,
    enabled: true,
    google_pay: status(true),
    klarna: status(false),
    link: status(false),
    livemode: false,
    paypal: status(false),
  };
  keep(world, domain);
  return domain;
}

const DOMAINS: Route[] = [
  {
    method: "POST",
    path: "/payment_method_domains",
    target: "domains",
    handler: ({ world, form }) => createDomain(world, form),
  },
  {
    method: "GET",
    path: "/payment_method_domains",
    target: "domains",
    handler: listOf("payment_method_domain", "/v1/payment_method_domains", (thing, form) =>
      matches(thing, form, ["domain_name"]),
    ),
  },
  {
    method: "GET",
    path: "/payment_method_domains/:id",
    target: "domains",
    handler: ({ world, id }) => read(world, id, "payment_method_domain"),
  },
  {
    method: "POST",
    path: "/payment_method_domains/:id",
    target: "domains",
    handler: ({ world, id, form }) => {
      const domain = { ...read(world, id, "payment_method_domain"), enabled: isTrue(form, "enabled") };
      keep(world, domain);
      return domain;
    },
  },
  {
    method: "POST",
    path: "/payment_method_domains/:id/validate",
    target: "domains",
    handler: ({ world, id }) => read(world, id, "payment_method_domain"),
  },
];

export const ROUTES: Route[] = [...CUSTOMERS, ...METHODS, ...SETUPS, ...PAYMENTS, ...MONEY, ...DOMAINS];
