-- What was decided in a span is counted each hour, over all members.
create index order_events_decided on cashback.order_events (at)
  where kind in ('confirmed', 'declined', 'reversed');
