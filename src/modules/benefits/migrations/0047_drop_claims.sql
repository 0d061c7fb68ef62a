-- A claim on a price that fell: what was bought, what it costs now, when we read that.
alter table benefits.claims drop constraint claims_type_check;
alter table benefits.claims add constraint claims_type_check check (type in ('shipping', 'grocery', 'rideshare', 'fooddelivery', 'scooter',
  'streaming', 'mobilephone', 'fuel', 'truckrental', 'orderprotection'));
alter table benefits.claims add column price_drop jsonb;
alter table benefits.claims add constraint claims_with_drop check ((type = 'orderprotection') = (price_drop is not null));
create unique index claims_one_of_drop on benefits.claims ((price_drop ->> 'purchase')) where price_drop is not null;
create index claims_of_drop on benefits.claims (merchant_key, purchased_on) where price_drop is not null;
