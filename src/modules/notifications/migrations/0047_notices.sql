-- What members read on our own pages: each letter says the same there, in both languages, unless it opens something.
create table notifications.notices (
  notice_id uuid primary key,
  cause text not null unique,
  user_id uuid not null,
  list text not null,
  title_en text not null,
  title_es text not null,
  body_en text not null,
  body_es text not null,
  -- A path of ours; null where the letter leads nowhere.
  href text check (href like '/%'),
  at timestamptz not null,
  read_at timestamptz
);
create index notices_of_user on notifications.notices (user_id, at desc, notice_id desc);
create index notices_unread on notifications.notices (user_id) where read_at is null;
create index notices_by_age on notifications.notices (at);

-- A list is left by mail or on our pages, each on its own.
alter table notifications.refusals add column channel text not null default 'mail' check (channel in ('mail', 'page'));
alter table notifications.refusals alter column channel drop default;
alter table notifications.refusals drop constraint refusals_pkey;
alter table notifications.refusals add primary key (user_id, list, channel);
