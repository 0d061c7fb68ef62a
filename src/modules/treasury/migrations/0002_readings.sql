-- What payout providers say that they hold for us, each beside what our books said at that moment. `under_way` are the payments
-- and deposits that explain what one side knows and the other not yet; what is left is a difference, with its age.
create table treasury.readings (
  reading_id bigint generated always as identity primary key,
  provider text not null check (provider in ('paypal', 'tremendous')),
  balance_minor bigint not null,
  as_of timestamptz not null,
  read_at timestamptz not null,
  books_minor bigint not null,
  under_way jsonb not null,
  under_way_minor bigint not null,
  difference_minor bigint not null,
  differs_since timestamptz,
  check ((difference_minor = 0) = (differs_since is null)),
  check (balance_minor = books_minor + under_way_minor + difference_minor)
);
create index readings_newest on treasury.readings (provider, read_at desc);
