-- What is searched for, as figures: no person, no instant. Kept 90 days.
create table catalog.searches (
  day date not null,
  language text not null check (language in ('en', 'es')),
  -- Folded.
  searched text not null check (length(searched) between 1 and 60),
  times integer not null default 1,
  -- How much the newest of these searches found.
  results integer not null,
  primary key (day, language, searched)
);
create index searches_without_result on catalog.searches (day) where results = 0;

-- Stores that members wish for, once each.
create table catalog.store_wishes (
  wish_key text not null check (length(wish_key) between 1 and 60),
  user_id uuid not null,
  -- As it was first written.
  name text not null,
  created_at timestamptz not null,
  primary key (wish_key, user_id)
);
create index store_wishes_by_member on catalog.store_wishes (user_id);
