-- How many pages a neighbourhood may still have made for it, counted for all processes. A bucket that nobody asked for during
-- two minutes is full again, and is as good as none: rows are few and short-lived, and what a crash of the database forgets is
-- no loss.
create unlogged table platform.page_buckets (
  bucket bytea primary key,
  tokens double precision not null,
  -- Whether the last one who asked got a page.
  granted boolean not null,
  filled_at timestamptz not null
);
create index page_buckets_filled on platform.page_buckets (filled_at);
