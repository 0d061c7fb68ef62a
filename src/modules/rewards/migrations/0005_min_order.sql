-- The field's own term: the least that an order must come to is its minimum.
alter table rewards.referrals rename column least_order_minor to min_order_minor;
alter table rewards.referrals rename constraint referrals_least_order_minor_check to referrals_min_order_minor_check;
alter table rewards.first_orders rename column least_order_minor to min_order_minor;
alter table rewards.first_orders rename constraint first_orders_least_order_minor_check to first_orders_min_order_minor_check;
alter table rewards.promotion_offers rename column least_order_minor to min_order_minor;
alter table rewards.promotion_offers rename constraint promotion_offers_least_order_minor_check to promotion_offers_min_order_minor_check;
alter table rewards.credits rename column least_order_minor to min_order_minor;
