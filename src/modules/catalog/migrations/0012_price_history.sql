-- What a listing cost, one row for each day on which that changed: a price holds until the next row.
create table catalog.price_history (
  listing_id uuid not null,
  -- UTC.
  day date not null,
  -- At the end of the day; null: not to be had.
  price_minor bigint check (price_minor > 0),
  -- The lowest of the day, where it changed more than once.
  low_minor bigint check (low_minor > 0),
  primary key (listing_id, day)
);

-- Since they were last written, listings cost what they cost.
insert into catalog.price_history (listing_id, day, price_minor, low_minor)
select listing_id, (updated_at at time zone 'UTC')::date,
  case when availability <> 'out_of_stock' then price_minor end, case when availability <> 'out_of_stock' then price_minor end
from catalog.listings where gone_at is null;
