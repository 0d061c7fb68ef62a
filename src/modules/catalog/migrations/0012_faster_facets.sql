-- The same answer in a third of the time: an import asks it of every product.
create or replace function catalog.facets_of(specs jsonb) returns text[] language plpgsql immutable parallel safe as $$
declare
  found text[] := '{}';
  label text;
  told text;
begin
  for place in 0 .. jsonb_array_length(specs) - 1 loop
    label := specs -> place ->> 'name';
    told := specs -> place ->> 'value';
    if label = 'Weight' then
      told := case when told !~ '^[0-9]{1,6}([.][0-9]{1,3})? lb$' then null
        when split_part(told, ' ', 1)::numeric < 1 then 'Under 1 lb' when split_part(told, ' ', 1)::numeric < 5 then '1 to 5 lb'
        when split_part(told, ' ', 1)::numeric < 20 then '5 to 20 lb' when split_part(told, ' ', 1)::numeric < 50 then '20 to 50 lb' else 'Over 50 lb' end;
    end if;
    if length(label) between 1 and 40 and length(told) between 1 and 40 and label !~ '[=:~]' and strpos(told, '~') = 0
      and not label || '=' || told = any(found) then found := found || (label || '=' || told); end if;
  end loop;
  return found;
end $$
