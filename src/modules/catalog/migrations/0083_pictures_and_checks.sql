-- A store's picture is one of the words that operators say of it.
alter table catalog.store_decisions drop constraint store_decisions_field_check;
alter table catalog.store_decisions add constraint store_decisions_field_check
  check (field in ('name', 'category', 'aliases', 'popularity', 'hidden', 'picture'));

-- Somebody wants to know whether a code works: shoppers who tell us try it first, until one of them told.
alter table catalog.offers add column check_asked_at timestamptz;
