-- Messages over the front page and banners above pages are texts as the others; both may end at a minute.
alter table content.editions drop constraint editions_kind_check;
alter table content.editions add constraint editions_kind_check
  check (kind in ('pages', 'faq', 'news', 'legal', 'messages', 'banners'));
alter table content.editions add column until_at timestamptz;
alter table content.editions add constraint editions_until_check
  check (until_at is null or (kind in ('messages', 'banners') and until_at > live_at));
