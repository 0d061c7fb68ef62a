-- What each network owes us is told order by order: what is booked for it, less what the network has paid for it. Every change
-- of either is dated, so that a statement can say what stood open at the end of a month.
alter table cashback.orders add column remitted_minor bigint not null default 0;
create index orders_owed on cashback.orders (network, confirmed_at) where posted_commission <> remitted_minor;

create table cashback.commission_moves (
  move_id bigint generated always as identity primary key,
  order_id uuid not null references cashback.orders,
  kind text not null check (kind in ('booked', 'remitted')),
  amount_minor bigint not null check (amount_minor <> 0),
  remittance text,
  at timestamptz not null,
  check ((kind = 'remitted') = (remittance is not null))
);
create index commission_moves_by_time on cashback.commission_moves (at);
insert into cashback.commission_moves (order_id, kind, amount_minor, at)
select order_id, 'booked', posted_commission, coalesce(confirmed_at, reported_at) from cashback.orders where posted_commission <> 0;
