-- Whoever still runs beside this holds these, too, before it writes what products show (refresh-rates.ts).
select pg_advisory_xact_lock(hashtext('catalog.own_rates'));
select pg_advisory_xact_lock(7420011);

create temporary table stores_that_sell on commit drop as
select m.merchant_id from catalog.merchants m where not m.hidden and m.status <> 'closed'
  and exists (select 1 from catalog.programmes g where g.merchant_id = m.merchant_id and g.gone_at is null);
alter table stores_that_sell add primary key (merchant_id);
analyze stores_that_sell;

-- Products went on with the price and the cash back of stores that were closed and of programmes that had ended.
update catalog.products p set merchants = cardinality(f.sold_by), sold_by = f.sold_by, ready_at = f.ready_at,
  from_minor = f.from_minor, from_kind = f.kind, from_bps = f.bps, from_rate_minor = f.minor
from (
  select ids.product_id, coalesce(n.sold_by, '{}') as sold_by, coalesce(n.ready_at, '{}') as ready_at,
    coalesce(c.price_minor, 0) as from_minor, coalesce(c.kind, 'none') as kind, coalesce(c.bps, 0) as bps, coalesce(c.minor, 0) as minor
  from (
    select distinct l.product_id from catalog.listings l join catalog.programmes g on g.programme_id = l.programme_id
    left join stores_that_sell m on m.merchant_id = l.merchant_id
    where l.gone_at is null and (m.merchant_id is null or g.gone_at is not null)
  ) ids
  left join lateral (
    select array_agg(distinct l.merchant_id) as sold_by, array_agg(distinct l.merchant_id) filter (where l.availability = 'in_stock') as ready_at
    from catalog.listings l join stores_that_sell m on m.merchant_id = l.merchant_id
    where l.product_id = ids.product_id and l.gone_at is null and l.availability <> 'out_of_stock' and l.currency = 'USD') n on true
  left join lateral (
    select l.price_minor, r.kind, case when r.kind is not null then least(10000, r.bps * g.counts_bps / 10000) end as bps,
      r.minor * g.counts_bps / 10000 as minor
    from catalog.listings l
    join stores_that_sell m on m.merchant_id = l.merchant_id
    join catalog.programmes g on g.programme_id = l.programme_id
    left join catalog.programme_rates r on r.programme_id = l.programme_id and r.group_code = l.rate_group
      and g.cash_back_allowed and g.gone_at is null and g.merchant_id = l.merchant_id
    where l.product_id = ids.product_id and l.gone_at is null and l.currency = 'USD'
    order by l.availability = 'out_of_stock', l.price_minor, l.listing_id limit 1) c on true
) f
where f.product_id = p.product_id;

-- What products of a store show: whether it sells anything. Who changes that finds its products by what differs. Last, since nobody reads
-- stores from here until the end.
alter table catalog.merchants add column sells boolean not null default false;
update catalog.merchants m set sells = true from stores_that_sell s where s.merchant_id = m.merchant_id;
