-- Work that is done again and again looks at what is open, however long the history is.
create index orders_parked on cashback.orders (network, reported_at) where state = 'parked';
-- Whether a click earned an order: such clicks are kept.
create index orders_of_click on cashback.orders (click_id) where click_id is not null;
-- Clicks and settled rows that are older than they are kept go, oldest first.
create index clicks_by_time on cashback.clicks (at);
create index inbox_settled on cashback.inbox (settled_at) where state in ('applied', 'refused');
