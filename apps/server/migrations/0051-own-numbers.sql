-- A number that a partner's server has fixed for a page is no other page's.
create index partner_sessions_own_number on partner_sessions (partner_key, (presets ->> 'partnerOrderId'))
  where presets ->> 'partnerOrderId' is not null;
