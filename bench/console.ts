/**
 * (k) The operators' console: every list and every search, beside so many members and ten orders for each. `CONSOLE_MEMBERS` is
 * how many (100,000 when absent; 1,000,000 is what the goal names). Each is asked as somebody uses it: first pages, pages far back,
 * every filter, and texts that find one, many and nothing.
 */
import { join } from "node:path";
import { userId } from "#platform/ids";
import { wire } from "../src/server/wiring.ts";
import { clock, configFor, type Ground, silent } from "./ground.ts";
import { below, milliseconds, percentile, type Result } from "./report.ts";

const MEMBERS = Number(process.env.CONSOLE_MEMBERS ?? 100_000);
const ORDERS_EACH = 10;
const CALLS = 40;
const WARM = 3;
const PAGE = 50;
const MAX_MS = 200;
/** Pages that somebody goes through before the one that is measured. */
const FAR = 20;

const uuid = (prefix: string, n: string) => `md5('${prefix}' || ${n})::uuid`;
const rows = (members: number) => `
  insert into identity.users (user_id, email, name, created_at, email_verified_at, closed_at)
    select ${uuid("u", "n")}, 'member' || n || '@example.com', (array['Ann','Bob','Cleo','Dora','Émile'])[1 + n % 5] || ' ' || md5(n::text),
      now() - n * interval '1 minute', case when n % 20 > 0 then now() end, case when n % 500 = 0 then now() end
    from generate_series(1, ${members}) n;
  insert into identity.sessions (session_id, user_id, bind_hash, issued_at, expires_at, last_used_at, confirmed_at, opened_by)
    select gen_random_uuid(), ${uuid("u", "n")}, decode(md5(n::text) || md5(n::text), 'hex'), now(), now() + interval '1 year', now(), now(), 'sign_in'
    from generate_series(1, ${members}) n;
  insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps,
      cash_back_allowed, locking_days, at)
    select lpad(n::text, 24, '0'), ${uuid("u", `(1 + n % ${members})`)}, 'cj', '4009001', '00000000-0000-4000-8000-000000000001', 'harbor', 'Harbor',
      '{"kind":"percent","bps":500,"up_to":false}', 7000, true, 30, now() - n * interval '10 seconds'
    from generate_series(1, ${members * ORDERS_EACH}) n;
  insert into cashback.orders (order_id, network, order_key, order_reference, click_id, user_id, internal_name, merchant_name, state, sale_minor,
      commission_minor, back_minor, ordered_at, reported_at, expected_at, review_since)
    select ${uuid("o", "n")}, 'cj', 'key' || n, 'REF-' || n, lpad(n::text, 24, '0'), case when n % 50 > 0 then ${uuid("u", `(1 + n % ${members})`)} end,
      'harbor', 'Harbor', case when n % 50 = 0 then 'parked' when n % 7 = 0 then 'pending' when n % 11 = 0 then 'reversed' else 'confirmed' end,
      1000 + n % 40000, 250, 175, now() - n * interval '10 seconds', now() - n * interval '10 seconds', now(), case when n % 5000 = 1 then now() end
    from generate_series(1, ${members * ORDERS_EACH}) n;
  insert into payouts.withdrawals (withdrawal_id, user_id, request_key, number, method, amount_minor, destination, label, state, hold_id, requested_at,
      arrives_by, payable_at)
    select ${uuid("w", "n")}, ${uuid("u", "n")}, 'k', 1, 'paypal', 1000 + n % 20000, 'x', 'x', case when n % 100 = 0 then 'failed' else 'fulfilled' end,
      ${uuid("h", "n")}, now() - n * interval '1 minute', now(), now()
    from generate_series(1, ${members}) n;
  insert into payables.payables (payable_id, kind, provider, owner, unit, amount_minor, hold_id, request, state, reference, item, created_at, state_at,
      person_since, person_reason)
    select ${uuid("w", "n")}, 'withdrawal', 'paypal', ${uuid("u", "n")}::text, 'USD', 1000 + n % 20000, ${uuid("h", "n")}, '{}',
      case when n % 100 = 0 then 'refused' when n < 500 then 'accepted' else 'done' end, 'batch-' || n, 'item-' || n, now() - n * interval '1 minute', now(),
      case when n % 1000 = 0 then now() end, case when n % 1000 = 0 then 'unknown_too_long' end
    from generate_series(1, ${members}) n;
  insert into membership.cards (payment_method_id, user_id, brand, last4, exp_month, exp_year, added_at)
    select 'pm_' || n, ${uuid("u", "n")}, 'visa', '4242', 1, 2030, now() from generate_series(1, ${members}) n;
  insert into membership.joins (membership_id, user_id, partner, line, tier, zone, with_trial, joined_on, first_charge_on, first_minor, monthly_minor,
      setup_id, payment_method_id, customer_id, state, created_at)
    select ${uuid("m", "n")}, ${uuid("u", "n")}, 'tuppence', 'main', 'standard', 'America/New_York', true, current_date, current_date + 7, 100, 1299,
      'seti', 'pm_' || n, 'cus_' || n, 'joined', now() from generate_series(1, ${members}) n;
  insert into membership.memberships (membership_id, user_id, partner, line, tier, state, zone, customer_id, payment_method_id, joined_on, anchor_day,
      period_start, next_charge_on, monthly_minor, had_trial, joined_at)
    select ${uuid("m", "n")}, ${uuid("u", "n")}, 'tuppence', 'main', 'standard', case when n % 9 = 0 then 'trial' else 'active' end, 'America/New_York',
      'cus_' || n, 'pm_' || n, current_date, 1, current_date, current_date + 7, 1299, true, now() - n * interval '1 minute'
    from generate_series(1, ${members}) n;
  insert into membership.charges (charge_id, membership_id, kind, period_start, period_end, tier, amount_minor, monthly_minor, state, payment_id, number,
      created_at, paid_at)
    select ${uuid("c", "n")}, ${uuid("m", `(1 + n % ${members})`)}, 'period', current_date - (n / ${members})::int * 30,
      current_date - (n / ${members})::int * 30 + 30, 'standard', 1299, 1299, case when n % 30 = 0 then 'declined' else 'succeeded' end, 'pi_' || n, n,
      now() - n * interval '1 minute', now() from generate_series(1, ${members * 3}) n;
  insert into membership.refunds (refund_id, charge_id, payment_id, amount_minor, reason, state, asked_at)
    select ${uuid("r", "n")}, ${uuid("c", "n")}, 'pi_' || n, 1299, 'trial', 'done', now() - n * interval '1 hour' from generate_series(1, ${members / 20}) n;
  insert into membership.movements (cause, payment_id, kind, amount_minor, at)
    select 'd' || n, 'pi_' || n, 'dispute', -1299, now() - n * interval '1 hour' from generate_series(1, ${members / 200}) n;
  insert into notifications.mails (mail_id, cause, user_id, template, language, recipient, subject, html, plain, list, state, created_at)
    select ${uuid("l", "n")}, 'l' || n, ${uuid("u", `(1 + n % ${members})`)}, 'order_confirmed', 'en', 'member' || (1 + n % ${members}) || '@example.com',
      'Your cash back', '<p>x</p>', 'x', 'money', case when n % 300 = 0 then 'failed' else 'sent' end, now() - n * interval '20 seconds'
    from generate_series(1, ${members * 5}) n;
  insert into help.messages (message_id, number, user_id, email, language, partner, topic, state, created_at, state_at, due_at)
    select ${uuid("q", "n")}, translate(upper(lpad(to_hex(n), 4, '2')) || '-' || upper(lpad(to_hex(n), 4, '2')), '01', 'XY'), ${uuid("u", "n")},
      'member' || n || '@example.com', 'en', 'tuppence', 'other', case when n % 30 = 0 then 'open' else 'closed' end, now(), now(),
      case when n % 30 = 0 then now() + interval '2 days' end
    from generate_series(1, least(${members / 20}, 60000)) n
    on conflict do nothing;
  insert into help.entries (entry_id, message_id, kind, words, at)
    select message_id, message_id, 'member', 'where is my order', created_at from help.messages;
  insert into ledger.accounts (account_id, kind, unit, owner, house, bound)
    select ${uuid("a", "n")}, 'member_clawback', 'USD', ${uuid("u", "n")}::text, false, 'ceiling' from generate_series(1, ${members}) n;
  insert into ledger.heads (account_id, balance, unit, house, bound)
    select ${uuid("a", "n")}, case when n % 200 = 0 then -500 else 0 end, 'USD', false, 'ceiling' from generate_series(1, ${members}) n;
  insert into ledger.debtors (owner, since) select ${uuid("u", "n")}::text, now() from generate_series(100, ${members}, 100) n;
  vacuum analyze`;

/** Texts as somebody types them: one that finds one thing, many, and nothing; by id, address, number, amount, name. */
const typed = (members: number, id: string): readonly string[] => {
  const n = Math.floor(members / 3);
  return [
    id,
    `member${n}@example.com`,
    `member${n}`,
    "member",
    "ann",
    "émile",
    `REF-${n * ORDERS_EACH}`,
    `key${n}`,
    String(n).padStart(24, "0"),
    "$123.45",
    "12.99",
    `pi_${n}`,
    `batch-${n}`,
    "HARBOR10",
    "nobody has this",
    "999999999.99",
  ];
};

async function time(work: () => Promise<unknown>, times = CALLS): Promise<number[]> {
  for (let n = 0; n < WARM; n += 1) await work();
  const taken: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const began = performance.now();
    await work();
    taken.push(performance.now() - began);
  }
  return taken;
}

export async function run(ground: Ground): Promise<Result[]> {
  const { handle } = await ground.migrated("console");
  const wired = await wire({
    config: configFor({ LEDGER_SEALS_DIR: join(ground.folder, "seals") }),
    clock,
    log: silent,
    database: handle,
  });
  const began = performance.now();
  for (const statement of rows(MEMBERS).split(";\n")) await handle.pool.query(statement);
  ground.say(
    `${MEMBERS.toLocaleString("en-US")} members, ${(MEMBERS * ORDERS_EACH).toLocaleString("en-US")} orders, made in ${Math.round((performance.now() - began) / 1_000)} s`,
  );
  const { lists, objects, members, queues } = wired.operators;
  const results: Result[] = [];
  const add = (work: string, taken: readonly number[]) =>
    results.push({
      bench: "console",
      work,
      ours: milliseconds(percentile(taken, 0.95)),
      beside: "median",
      peer: milliseconds(percentile(taken, 0.5)),
      value: percentile(taken, 0.95),
      goal: below(MAX_MS, "ms p95"),
    });
  const { rows: someone } = await handle.pool.query<{ user_id: string }>(
    "select user_id from identity.users offset 7 limit 1",
  );
  const user_id = someone[0]?.user_id ?? "";
  const texts = typed(MEMBERS, userId.show(user_id));
  const everywhere: number[] = [];
  for (const text of texts)
    everywhere.push(...(await time(() => Promise.all(objects.map((one) => one.search?.(text, 8) ?? [])))));
  add(`search everywhere, ${texts.length} texts`, everywhere);
  for (const list of lists) {
    const taken: number[] = [];
    const filters = [
      {},
      ...(list.filters ?? []).flatMap(({ name, values }) => values.map((value) => ({ [name]: value }))),
    ];
    for (const filter of filters) {
      taken.push(...(await time(() => list.read({ filters: filter, after: null, most: PAGE }))));
      let after: string | null = null;
      for (let page = 0; page < FAR; page += 1) {
        const read: Awaited<ReturnType<typeof list.read>> = await list.read({ filters: filter, after, most: PAGE });
        if (read.after === null) break;
        after = read.after;
      }
      const far = after;
      if (far !== null) taken.push(...(await time(() => list.read({ filters: filter, after: far, most: PAGE }))));
    }
    add(`list of ${list.name}, ${filters.length} filters, first and far`, taken);
  }
  const page = objects.find(({ kind }) => kind === "member");
  add(
    "a member's page, all sections",
    await time(() =>
      Promise.all([
        page?.show(userId.show(user_id)),
        ...members.map((one) => one.list(userId.show(user_id), 20, "bench")),
      ]),
    ),
  );
  add("every queue of the desk", await time(() => Promise.all(queues.map((queue) => queue.list(200)))));
  await wired.cashback.close();
  await wired.attribution.close();
  wired.notifications.close();
  return results;
}
