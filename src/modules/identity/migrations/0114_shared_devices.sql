-- Operators list devices that more than one account signed in from, without reading all devices each time.
alter table identity.devices add column is_shared boolean not null default false;
update identity.devices set is_shared = true where device_hash in (
  select device_hash from identity.devices group by device_hash having count(*) > 1);
create index devices_shared on identity.devices (device_hash, first_at) where is_shared;
