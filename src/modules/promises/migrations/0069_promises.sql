create schema promises;

-- What was counted of what we promise, for everybody to read. The last of each day stays.
create table promises.counts (
  counted_at timestamptz primary key,
  numbers jsonb not null
);
