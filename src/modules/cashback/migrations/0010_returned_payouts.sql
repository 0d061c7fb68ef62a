-- A payout can come back after it had arrived: the orders whose money it was are unpaid again, and their trail says so.
alter table cashback.order_events drop constraint order_events_kind_check;
alter table cashback.order_events add constraint order_events_kind_check check (kind in (
  'tracked', 'adjusted', 'confirmed', 'declined', 'reversed', 'reopened', 'paid', 'unpaid', 'parked', 'claimed'));
create index orders_paid on cashback.orders (user_id) where paid_minor > 0;
