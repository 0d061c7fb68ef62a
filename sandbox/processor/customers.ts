import type { World } from "../world.ts";
import { every, find, keep, newId, page, seconds, type Thing } from "./book.ts";
import { tell } from "./events.ts";
import { type Form, metadata, part, text } from "./form.ts";
import { detach, methodsOf } from "./payment-methods.ts";
import { missing, wrong } from "./refusal.ts";

export function customerOf(world: World, id: string, param = "id", status = 404): Thing {
  const customer = find(world, id, "customer");
  if (!customer || customer.deleted) throw missing("customer", id, param, status);
  return customer;
}

export function createCustomer(world: World, form: Form): Thing {
  const customer: Thing = {
    id: newId("cus"),
    object: "customer",
    created: seconds(world),
    address: null,
    balance: 0,
    currency: null,
    default_source: null,
    delinquent: false,
    description: text(form, "description") ?? null,
    email: text(form, "email") ?? null,
    invoice_prefix: newId("X").slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: metadata(form),
    name: text(form, "name") ?? null,
    phone: text(form, "phone") ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
  keep(world, customer);
  tell(world, "customer.created", customer);
  return customer;
}

export function updateCustomer(world: World, id: string, form: Form): Thing {
  const before = customerOf(world, id);
  const changed: Record<string, unknown> = {};
  for (const key of ["email", "name", "phone", "description"]) if (key in form) changed[key] = text(form, key) ?? null;
  const chosen = text(part(form, "invoice_settings"), "default_payment_method");
  if (chosen !== undefined)
    changed.invoice_settings = { ...(before.invoice_settings as object), default_payment_method: chosen };
  const customer = {
    ...before,
    ...changed,
    metadata: metadata(form, before.metadata as Record<string, string>),
  };
  keep(world, customer);
  tell(world, "customer.updated", customer);
  return customer;
}

/** Payments of it stay; its cards go with it, and what is left of it says only that it is gone. */
export function deleteCustomer(world: World, id: string): Thing {
  const customer = customerOf(world, id);
  for (const method of methodsOf(world, id)) detach(world, method.id);
  const gone: Thing = { id, object: "customer", created: customer.created, deleted: true };
  keep(world, gone);
  tell(world, "customer.deleted", customer);
  return { id, object: "customer", created: customer.created, deleted: true };
}

export function listCustomers(world: World, query: Form) {
  const email = text(query, "email");
  const rows = every(world, "customer").filter(
    (customer) => !customer.deleted && (email === undefined || customer.email === email),
  );
  return page(rows, query, "/v1/customers");
}

/** `metadata['user_id']:'…'` and `email:'…'`, joined by AND. The real one lags behind by up to a minute. */
export function searchThings(world: World, object: string, query: Form) {
  const words = text(query, "query");
  if (words === undefined) throw wrong("Missing required param: query.", { param: "query" });
  const terms = words.split(/\s+AND\s+/i).map((term) => {
    const match = /^(?:metadata\[["']([^"']+)["']\]|(\w+)):["']([^"']*)["']$/.exec(term.trim());
    if (!match) throw wrong(`We were unable to parse your search query: ${words}`, { param: "query" });
    return { key: match[1], field: match[2], value: match[3] ?? "" };
  });
  const rows = every(world, object).filter((thing) =>
    terms.every(({ key, field, value }) =>
      key === undefined
        ? thing[field ?? ""] === value
        : (thing.metadata as Record<string, string> | undefined)?.[key] === value,
    ),
  );
  const limit = Number(text(query, "limit") ?? 10);
  return {
    object: "search_result",
    url: `/v1/${object}s/search`,
    has_more: rows.length > limit,
    next_page: null,
    data: rows.slice(0, limit),
  };
}
