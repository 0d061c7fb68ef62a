create schema content;

-- What operators wrote in place of a delivered text: both languages in one, so that they cannot part.
create table content.editions (
  edition_id uuid primary key,
  kind text not null check (kind in ('pages', 'faq', 'news')),
  name text not null check (name ~ '^[a-z0-9-]{1,100}$'),
  -- Null: for all who have none of their own.
  partner text,
  text_en text not null check (length(text_en) between 1 and 20000),
  text_es text not null check (length(text_es) between 1 and 20000),
  state text not null check (state in ('draft', 'published', 'withdrawn', 'dropped')),
  written_at timestamptz not null,
  written_by text not null,
  changed_at timestamptz,
  changed_by text,
  -- From when it stands: the future, where it is scheduled.
  live_at timestamptz,
  published_at timestamptz,
  published_by text,
  ended_at timestamptz,
  ended_by text,
  ended_why text,
  check ((state in ('published', 'withdrawn')) = (live_at is not null and published_at is not null)),
  check ((state in ('withdrawn', 'dropped')) = (ended_at is not null))
);
create index editions_text on content.editions (kind, name, live_at);
create index editions_written on content.editions (written_at desc, edition_id desc);
