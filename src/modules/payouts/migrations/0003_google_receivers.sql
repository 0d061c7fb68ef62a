-- Receivers at Google from before all its spellings counted as one: named anew by the address of a withdrawal that went there.
create temporary table respelled on commit drop as
with addressed as (
  select distinct method, lower(btrim(destination)) as address from payouts.withdrawals
  where method in ('paypal', 'venmo') and lower(btrim(destination)) ~ '@(gmail|googlemail)\.com$'),
plain as (
  select method, split_part(split_part(address, '@', 1), '+', 1) as name, split_part(address, '@', 2) as domain from addressed)
select distinct
  sha256(convert_to('receiver:' || method || ':' || name || '@' || domain, 'UTF8')) as old_hash,
  sha256(convert_to('receiver:' || method || ':' || replace(name, '.', '') || '@gmail.com', 'UTF8')) as new_hash
from plain;
delete from respelled where old_hash = new_hash;
-- The same member by two spellings: the first use counts, and what a person confirmed of any.
insert into payouts.receivers (receiver_hash, user_id, method, label, first_used_at, shared_by, shared_at)
select s.new_hash, r.user_id, min(r.method), (array_agg(r.label order by r.first_used_at))[1], min(r.first_used_at),
  (array_agg(r.shared_by order by r.shared_at) filter (where r.shared_at is not null))[1], min(r.shared_at)
from payouts.receivers r join respelled s on s.old_hash = r.receiver_hash
group by s.new_hash, r.user_id
on conflict (receiver_hash, user_id) do update set first_used_at = least(receivers.first_used_at, excluded.first_used_at),
  shared_by = coalesce(receivers.shared_by, excluded.shared_by), shared_at = case
    when receivers.shared_by is null then excluded.shared_at else receivers.shared_at end;
delete from payouts.receivers r using respelled s where r.receiver_hash = s.old_hash;
