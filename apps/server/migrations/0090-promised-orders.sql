-- An order is what was promised: what binds it never changes, and its amounts only while its money is exchanged.
create function orders_stay_promised() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.order_id, new.nice_id, new.number, new.quote_id, new.coupon, new.is_floating_rate, new.is_donation, new.is_merchant, new.pay_to_partner,
      new.partner_key, new.partner_order_id, new.partner_session_id, new.purchase_amount, new.purchase_currency, new.bound_amount,
      new.payin_currency, new.payin_group, new.payout_currency, new.payout_group)
    is distinct from
     (old.order_id, old.nice_id, old.number, old.quote_id, old.coupon, old.is_floating_rate, old.is_donation, old.is_merchant, old.pay_to_partner,
      old.partner_key, old.partner_order_id, old.partner_session_id, old.purchase_amount, old.purchase_currency, old.bound_amount,
      old.payin_currency, old.payin_group, old.payout_currency, old.payout_group)
  then raise exception 'An order keeps what it was made with.' using errcode = 'integrity_constraint_violation';
  end if;
  -- Personal columns are emptied when the law no longer asks for them.
  if new.destination_address not in (old.destination_address, '') or new.destination_tag not in (old.destination_tag, '')
    or new.destination_details not in (old.destination_details, '{}')
  then raise exception 'An order keeps its destination.' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status <> 'processing' and (new.payin_amount, new.payin_amount_eur, new.payin_amount_usd, new.payout_amount, new.pricing)
    is distinct from (old.payin_amount, old.payin_amount_eur, old.payin_amount_usd, old.payout_amount, old.pricing)
  then raise exception 'An order keeps its price until its money is exchanged.' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger orders_stay_promised before update on orders for each row execute function orders_stay_promised();
