-- Prices in other currencies are kept as they are; they are hundredths of the currency's unit, also where nobody uses those.
alter table catalog.listings add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');
alter table catalog.price_history add column currency text not null default 'USD';
create index listings_abroad on catalog.listings (product_id) where currency <> 'USD' and gone_at is null;
create index listings_abroad_by_merchant on catalog.listings (merchant_id) where currency <> 'USD' and gone_at is null;
