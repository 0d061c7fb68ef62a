-- The feed of a shop's own files, which no network announces: it is known by the shop, whatever that is called then.
alter table catalog.feeds add column merchant_id uuid references catalog.merchants (merchant_id);
create unique index feeds_by_merchant on catalog.feeds (merchant_id) where merchant_id is not null;
