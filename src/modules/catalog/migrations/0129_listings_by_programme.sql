-- Asked for by whatever changes what a programme pays, or the store that sells by it: its products are shown anew in the same
-- transaction (refresh-rates.ts), while every import waits. Among 540,000 listings a small programme's took 390 ms without it
-- and take less than one with it. 200,000 new listings pay 0.6 s for it, of the 25 to 60 s that an import of them takes.
create index listings_by_programme on catalog.listings (programme_id, product_id) where gone_at is null;
