-- An order whose commission is far below what its programme implies waits for a person, who says what is paid for it.
alter table cashback.orders
  add column review_since timestamptz,
  add column review_decision text check (review_decision in ('promise', 'share', 'nothing')),
  add column review_by text,
  add column review_at timestamptz,
  add constraint orders_review_check check ((review_decision is null) = (review_by is null) and (review_decision is null) = (review_at is null));
create index orders_in_review on cashback.orders (review_since) where review_since is not null and review_decision is null;
