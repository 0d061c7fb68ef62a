-- Whenever orders change, whoever has something by them is asked for by the orders themselves.
create index referrals_of_order on rewards.referrals (order_id) where order_id is not null;
create index first_orders_of_order on rewards.first_orders (order_id) where order_id is not null;
create index credits_of_order on rewards.credits (order_id) where order_id is not null;
