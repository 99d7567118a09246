-- A device gets push messages once, whatever else stands in what it sent, and a session has one of them. Rows of before
-- have an empty target until their device registers again.
alter table push_tokens
  -- What tells devices apart: the endpoint of a browser, the token of an app.
  add column target text not null default '',
  -- Messages in a row that it did not take, and since when.
  add column failures integer not null default 0 check (failures >= 0),
  add column failing_since timestamptz;
update push_tokens set target = push_token where platform <> 'web';
delete from push_tokens old using push_tokens young
where (old.session_id = young.session_id or (old.target = young.target and old.target <> ''))
  and (old.updated_at, old.client_id, old.device_id) < (young.updated_at, young.client_id, young.device_id);
create unique index push_tokens_target on push_tokens (target) where target <> '';
drop index push_tokens_session;
create unique index push_tokens_session on push_tokens (session_id);
drop index push_tokens_token;
