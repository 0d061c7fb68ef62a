-- A no that somebody asked us for, by a request instead of a switch.
alter table attribution.consents drop constraint consents_source_check;
alter table attribution.consents add constraint consents_source_check check (source in ('banner', 'settings', 'signal', 'request'));
