-- What operators look for: an order by its number, the network's own id or its sum, and lists of orders, the newest first.
create index orders_by_reference on cashback.orders (order_reference) where order_reference is not null;
create index orders_by_key on cashback.orders (order_key);
create index orders_by_sale on cashback.orders (sale_minor, reported_at desc);
create index orders_by_report on cashback.orders (reported_at desc, order_id desc);
create index orders_by_state on cashback.orders (state, reported_at desc, order_id desc);
-- An order that a person gave to a click: who did it, and why.
create table cashback.order_assignments (
  order_id uuid not null references cashback.orders (order_id),
  version integer not null,
  from_user uuid,
  to_user uuid not null,
  click_id text not null,
  by text not null check (length(by) between 1 and 100),
  reason text not null,
  at timestamptz not null,
  primary key (order_id, version)
);
