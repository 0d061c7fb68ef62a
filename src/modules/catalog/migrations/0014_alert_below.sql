-- A member may say below which price a fall is worth a letter; without one every fall is.
alter table catalog.price_alerts add column below_minor bigint check (below_minor > 0);
