-- An approval that is taken back while its webhook is lost was never asked for again: each is asked for by its age.
update identity_checks set next_look_at = now() + random() * interval '30 days'
where status = 'approved' and applicant_id <> ''
  and client_id in (select client_id from clients where deleted_at is null);
-- There may be very many of them, and others do not wait for them.
drop index identity_checks_due;
create index identity_checks_due on identity_checks (next_look_at) where next_look_at is not null and status <> 'approved';
create index identity_checks_approved_due on identity_checks (next_look_at)
  where next_look_at is not null and status = 'approved';
