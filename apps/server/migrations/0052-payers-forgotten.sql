-- The keys of repeated requests told who paid a merchant; those of before are no request's any more.
update idempotency_keys set actor = 'merchant:' || gen_random_uuid() where actor like 'merchant:%@%';
