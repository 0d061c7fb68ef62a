create schema partners;

-- What operators say of a brand over its file, or of a partner that has none: what is left out stays as it is delivered.
create table partners.packs (
  pack_id uuid primary key,
  partner_name text not null check (partner_name ~ '^[a-z][a-z0-9]{1,29}$'),
  changes jsonb not null check (jsonb_typeof(changes) = 'object' and length(changes::text) <= 100000),
  -- The one that was published last when this one was begun: a draft never undoes what its writer did not see.
  based_on uuid references partners.packs,
  state text not null check (state in ('draft', 'published', 'withdrawn', 'dropped')),
  written_at timestamptz not null,
  written_by text not null,
  changed_at timestamptz,
  changed_by text,
  -- From when it holds: the future, where it is scheduled.
  live_at timestamptz,
  published_at timestamptz,
  published_by text,
  ended_at timestamptz,
  ended_by text,
  ended_why text,
  check ((state in ('published', 'withdrawn')) = (live_at is not null and published_at is not null)),
  check ((state in ('withdrawn', 'dropped')) = (ended_at is not null))
);
create index packs_partner on partners.packs (partner_name, live_at);
create index packs_written on partners.packs (written_at desc, pack_id desc);

-- Keys by which partners' own servers call us. Of a key only its hash is kept.
create table partners.keys (
  key_id uuid primary key,
  partner_name text not null,
  name text not null check (length(name) between 1 and 60),
  hash bytea not null unique,
  made_at timestamptz not null,
  made_by text not null,
  used_at timestamptz,
  ended_at timestamptz,
  ended_by text
);
create index keys_partner on partners.keys (partner_name, made_at desc);
