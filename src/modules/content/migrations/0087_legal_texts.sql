-- Legal texts differ by country as well.
alter table content.editions add column country text check (country ~ '^[A-Z]{2}$');
alter table content.editions drop constraint editions_kind_check;
alter table content.editions add constraint editions_kind_check check (kind in ('pages', 'faq', 'news', 'legal'));
alter table content.editions add constraint editions_country_kind_check check (country is null or kind = 'legal');

-- Legal texts as members agreed to them, word for word: the same words are one version.
create table content.versions (
  version_id uuid primary key,
  document text not null check (document ~ '^[a-z-]{1,50}$'),
  language text not null check (language in ('en', 'es')),
  partner text not null,
  -- Where it was read; null when nobody knew.
  country text check (country ~ '^[A-Z]{2}$'),
  holds_since date not null,
  title text not null,
  -- What stands on the page: lead, facts in short, and parts with their markup.
  page jsonb not null,
  kept_at timestamptz not null
);
create index versions_kept on content.versions (kept_at desc, version_id desc);

create table content.agreements (
  user_id uuid not null,
  version_id uuid not null references content.versions,
  -- By what they agreed.
  way text not null check (way in ('register', 'social')),
  agreed_at timestamptz not null,
  primary key (user_id, version_id)
);
create index agreements_version on content.agreements (version_id);
