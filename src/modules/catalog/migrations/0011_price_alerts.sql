-- Members who want to hear when a product costs less. `seen_minor` is the price that a fall is measured by: it follows the
-- price, upward silently and downward with a letter.
create table catalog.price_alerts (
  user_id uuid not null,
  product_id uuid not null references catalog.products (product_id),
  created_at timestamptz not null,
  seen_minor bigint not null check (seen_minor > 0),
  told_at timestamptz,
  primary key (user_id, product_id)
);
create index price_alerts_by_product on catalog.price_alerts (product_id);
