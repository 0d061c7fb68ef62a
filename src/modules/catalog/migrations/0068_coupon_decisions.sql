-- Coupons that operators added (`own`), and those that they retired: `gone_at` counts, `told_gone_at` is the import's word behind it.
alter table catalog.offers drop constraint offers_network_check;
alter table catalog.offers add constraint offers_network_check check (network in ('impact', 'cj', 'awin', 'own'));
alter table catalog.offers add column title_es text;
alter table catalog.offers add column retired_at timestamptz;
alter table catalog.offers add column told_gone_at timestamptz;
alter table catalog.offers add constraint offers_retired_check check (retired_at is null or gone_at is not null);
create index offers_retired on catalog.offers (merchant_id, upper(code)) where retired_at is not null;

create table catalog.offer_history (
  entry bigint generated always as identity primary key,
  offer_id uuid not null references catalog.offers,
  at timestamptz not null,
  by text not null,
  what text not null,
  reason text not null default ''
);
create index offer_history_by_offer on catalog.offer_history (offer_id, entry);

-- Coupons of our own that went over with their store.
alter table catalog.store_merges add column own_offers uuid[] not null default '{}';
