-- Which payout has paid a reward, so that rewards not paid yet are judged again, and whether the devices of who brought and who came were known.
alter table referral_rewards add column payout_id uuid references referral_payouts;
update referral_rewards reward set payout_id = (
  select payout_id from referral_payouts paid
  where paid.client_id = reward.client_id and paid.created_at >= coalesce((
    select released.created_at from ledger_keys key join ledger_entries released using (entry_id)
    where key.idempotency_key = 'referral_released:' || reward.order_id || ':' || reward.level
  ), '-infinity')
  order by paid.created_at limit 1
) where status = 'released';
create index referral_rewards_unpaid on referral_rewards (client_id) where status = 'released' and payout_id is null;

alter table referrals add column is_device_known boolean not null default false;
update referrals set is_device_known = true
  where exists (select from sessions where sessions.client_id = referrals.client_id and device_id <> '')
    and exists (select from sessions where sessions.client_id = referrals.referrer_id and device_id <> '');
