-- What operators do about texts that have no Spanish. Whoever still writes without an id is given one.
alter table translation.missing
  add column missing_id uuid not null default gen_random_uuid() unique,
  add column state text not null default 'open' check (state in ('open', 'translated', 'dismissed'));

-- The Spanish that stands until a release has its own.
create table translation.words (
  missing_id uuid primary key references translation.missing (missing_id),
  spanish text not null check (length(spanish) between 1 and 2000),
  -- Of a text that counts: what is said of one, and of millions.
  one text check (length(one) between 1 and 2000),
  many text check (length(many) between 1 and 2000),
  check ((one is null) = (many is null))
);

create table translation.deeds (
  deed_id uuid primary key,
  missing_id uuid not null references translation.missing (missing_id),
  deed text not null check (deed in ('translated', 'dismissed', 'taken back')),
  done_at timestamptz not null,
  done_by text not null,
  spanish text,
  why text
);
create index deeds_missing on translation.deeds (missing_id, deed_id);
