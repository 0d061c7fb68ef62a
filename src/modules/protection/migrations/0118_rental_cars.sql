-- What a rental car is compared by: the airport or the address at which it is handed over and given back, who drives it, and of an offer
-- which car it is, of whom and where. Cars that are known already say nothing of that: the next pass finds it missing, and their member adds it.
alter table protection.trips
  add column pick_up_code text check (pick_up_code ~ '^[A-Z]{3}$'),
  add column drop_off_code text check (drop_off_code ~ '^[A-Z]{3}$'),
  add column drop_off_place text not null default '',
  add column driver_age integer check (driver_age between 18 and 99),
  add column offer_of jsonb,
  drop constraint trips_match_check,
  add constraint trips_match_check check (match in ('off', 'due', 'found', 'no_country', 'no_city', 'no_hotel', 'no_unit', 'no_board',
    'no_place', 'place_unclear', 'no_class', 'no_company', 'no_currency', 'no_times'));
