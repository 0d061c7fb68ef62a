-- The schema `promises` as it stands after all migrations. Written by `npm run tables`.

create table promises.counts (
  counted_at timestamp with time zone not null,
  numbers jsonb not null,
  constraint counts_pkey PRIMARY KEY (counted_at)
);
