/** The book that all networks keep their clicks and orders in. */
export const ORDER_TABLES = {
  clicks: `id text primary key, network text not null, programme_id text not null, merchant text not null,
    sub1 text not null, sub2 text not null, sub3 text not null, shared text not null,
    destination text not null, at integer not null`,
  orders: `network text not null, id text not null, programme_id text not null, merchant text not null,
    click_id text, click_at integer, sub1 text not null, sub2 text not null, sub3 text not null, shared text not null,
    order_ref text not null, currency text not null, amount integer not null, payout integer not null,
    first_amount integer not null, first_payout integer not null, discount integer not null, coupon text,
    items text not null, state text not null, reason text, extended integer not null default 0,
    amended integer not null default 0, amend_reason text, amended_at integer, hold integer not null default 0,
    event_at integer not null, created_at integer not null, updated_at integer not null, locking_at integer not null,
    validated_at integer, cleared_at integer, primary key (network, id)`,
};

export const ORDER_INDEXES = { orders_ref: "orders (network, programme_id, order_ref)" };
