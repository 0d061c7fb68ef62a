-- What a product's attributes tell is found too: a graphics card is asked for by its chip, which hardly a name tells.
-- Folded as names are, but for letters that no mark was taken off.
create function catalog.told_by(specs jsonb) returns text language sql immutable parallel safe as $$
  select regexp_replace(translate(lower(normalize(jsonb_path_query_array(specs, '$[*].value')::text, nfkd)),
    U&'\0300\0301\0302\0303\0308\0327\2019''`.', ''), '[^a-z0-9]+', ' ', 'g')
$$;

alter table catalog.products alter column words
  set expression as (array_to_tsvector(array_remove(string_to_array(folded || ' ' || catalog.told_by(specs), ' '), '')));
-- The vocabulary is counted anew at the next start, or after the next import.
delete from catalog.search_words;
