-- Erasing an account finds what refers to it by index, however much others have.
create index letters_client on letters (client_id);
create index text_messages_client on text_messages (client_id);
create index cards_client on cards (client_id);
create index coupon_uses_client on coupon_uses (client_id);
create index order_confirmations_client on order_confirmations (client_id);
create index service_grants_client on service_grants (client_id);
create index passkey_challenges_session on passkey_challenges (session_id);
