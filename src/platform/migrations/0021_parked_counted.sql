-- What waits for a person is counted where it waits, when it is asked for.
alter table platform.provider_health drop column parked;
