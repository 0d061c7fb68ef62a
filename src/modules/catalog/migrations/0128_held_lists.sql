-- Lists of coupons and programmes wait for a person as products do: what a held run lacks is a row of its feed's kind.
alter table catalog.import_held rename column listing_id to row_id;
