-- Which programme a row belongs to and in which currency: a person gives an order to no click of another store, and takes no
-- yen for dollars. Rows from before say neither.
alter table cashback.network_rows add column programme_id text, add column currency text;
