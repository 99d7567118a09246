-- A shop's database may take two spellings of a number for the same one: without marks, spaces and case none is a free number.
create function spell_number(number text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(number, NFKD), '[[:space:]\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'))
$$;
drop index partner_sessions_own_number;
create index partner_sessions_own_number on partner_sessions (partner_key, spell_number(presets ->> 'partnerOrderId'))
  where presets ->> 'partnerOrderId' is not null;
