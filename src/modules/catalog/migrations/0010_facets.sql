-- What products are narrowed by: their attributes as `name=value`, and the stores that sell them or have them there now.
-- Weights are told apart by classes: hardly two things weigh the same.
create function catalog.facets_of(specs jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct name || '=' || value), '{}') from (
    select spec ->> 'name' as name,
      case when spec ->> 'name' <> 'Weight' then spec ->> 'value'
        when spec ->> 'value' !~ '^[0-9]{1,6}([.][0-9]{1,3})? lb$' then null
        else case when pounds < 1 then 'Under 1 lb' when pounds < 5 then '1 to 5 lb' when pounds < 20 then '5 to 20 lb'
          when pounds < 50 then '20 to 50 lb' else 'Over 50 lb' end end as value
    from jsonb_array_elements(specs) as spec,
      lateral (select case when spec ->> 'value' ~ '^[0-9]{1,6}([.][0-9]{1,3})? lb$' then split_part(spec ->> 'value', ' ', 1)::numeric end as pounds) weighed
  ) named
  where length(name) between 1 and 40 and length(value) between 1 and 40 and name !~ '[=:~]' and value !~ '[~]'
$$;

alter table catalog.products
  add column facets text[] not null generated always as (catalog.facets_of(specs)) stored,
  add column sold_by uuid[] not null default '{}',
  add column ready_at uuid[] not null default '{}';

update catalog.products p set sold_by = s.sold_by, ready_at = coalesce(s.ready_at, '{}')
from (
  select product_id, array_agg(distinct merchant_id) as sold_by, array_agg(distinct merchant_id) filter (where availability = 'in_stock') as ready_at
  from catalog.listings where gone_at is null and availability <> 'out_of_stock' group by product_id
) s where s.product_id = p.product_id;
