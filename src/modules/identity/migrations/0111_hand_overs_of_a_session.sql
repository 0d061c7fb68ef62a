-- A token of a hand-over says which session made it: what it opens is proved no more than that one, and a phone's hangs on the same.
alter table identity.one_time_links
  drop constraint one_time_links_of_phones,
  add constraint one_time_links_of_phones check (
    (kind <> 'phone' or session_id is not null) and (kind in ('phone', 'sign_in') or session_id is null)
    and (kind = 'phone') = (leads_to is not null));
