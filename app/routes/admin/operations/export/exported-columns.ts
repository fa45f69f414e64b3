import { ARTWORK_FIELD_NAMES, columnOf } from '#app/modules/catalogue/artworks/artwork-fields.ts';
import type { ExportedColumns } from '#app/platform/export/export.server.ts';

/** Excludes tokens and hashes, which give access to accounts, and emails, whose links set passwords. */
export const EXPORTED_COLUMNS: ExportedColumns = {
  artwork_former_slugs: 'slug artwork_id',
  artwork_variants: 'id artwork_id position size cloth price:rupees stock_count dimensions',
  artworks: `id slug ${ARTWORK_FIELD_NAMES.map((name) => (name === 'price' || name === 'mrp' ? `${name}:rupees` : columnOf(name))).join(' ')} has_variants personalization_fields version created_at updated_at`,
  audit_log: 'id admin_id admin_email action subject_table subject_id before after created_at',
  back_in_stock_requests: 'id artwork_id variant_id email user_id announced_at created_at',
  bank_line_allocations: 'id line_id order_id payment_id amount:rupees batch created_at',
  bank_line_payouts: 'id line_id settlement_id remittance_id amount:rupees undone_at matched_by created_at',
  bank_statement_lines: `
    id fingerprint day amount:rupees reference named_references description payer imported_by imported_at dismissed_at
  `,
  cart: 'id user_id artwork_id variant_id quantity answers created_at updated_at',
  cart_merges: 'user_id created_at',
  certificate_checks: 'id address valid_from valid_until problem detail failing_since checked_at',
  checkout_attempts: 'user_id order_number order_id drawn_amounts created_at',
  cod_remittances: 'id courier reference day amount:rupees fee:rupees recorded_by created_at',
  cod_settlements: 'payment_id remittance_id recorded_by created_at',
  collection_artworks: 'collection_id artwork_id position',
  collections: 'id slug title description image published position version created_at updated_at',
  consents: 'id sequence user_id request_id purpose given policy policy_version place created_at',
  contact_messages: 'id ticket_number name email phone subject message artwork_interest created_at replied_at',
  conversation_pictures: 'id request_id file_path mime_type file_size position created_at',
  coupon_redemptions: 'order_id coupon_id user_id created_at released_at',
  coupons: 'id code discount_percentage active valid_from valid_until usage_limit used_count created_at',
  customer_addresses: 'id user_id label address position created_at',
  customer_settings: `
    user_id email_order_updates sms_delivery_updates whatsapp_order_updates marketing_emails
    personalized_recommendations share_purchase_history updated_at
  `,
  former_addresses: 'id user_id email left_at',
  gateway_checks: 'provider day payments refunds checked_at',
  gateway_differences: 'id provider day about kind provider_id order_id ours:rupees theirs:rupees completed',
  gateway_refunds: 'id payment_order_id key provider_refund_id amount:rupees status reason created_at updated_at',
  gateway_settlement_lines: 'settlement_id provider_id kind payment_id gross:rupees fee:rupees tax:rupees net:rupees',
  gateway_settlements: 'id provider provider_settlement_id reference settled_at imported_at',
  incidents: 'id kind began_at ended_at acknowledged_at',
  invitations: 'id email name role invited_by created_at expires_at accepted_at',
  ledger_checks: 'id checked_at differences orders received:rupees',
  ledger_entries: 'id sequence order_id type amount:rupees payment_id refund_id reason recorded_by created_at',
  media_gallery: `
    id filename original_filename file_path public_url file_size mime_type width height widths alt_text
    focal_x focal_y preview uploaded_by source_url created_at
  `,
  media_orphans: 'filename widths created_at',
  messages: `
    id key channel template recipient reply_to subject order_id state attempts last_error provider_id created_at
    sent_at request_id contact_message_id sent_by is_limited
  `,
  opening: 'opened_at opened_by first_order_at',
  opening_checks: 'item subject note checked_by checked_at',
  payee_changes: 'id address name is_merchant asked_by asked_at ended_at',
  order_balances: 'order_id due:rupees received:rupees overpaid_since overpaid_by',
  order_history: 'id sequence order_id from_status to_status changed_by reason created_at',
  order_notes: 'id order_id body written_by created_at',
  order_request_images: 'id request_id file_path mime_type file_size position created_at',
  order_requests: `
    id request_number artwork_id user_id kind name email phone message shipping_address fabric_source fabric_notes
    design_style want_stitching measurements needed_by ready_day quote:rupees status order_id answered_at answered_by created_at
    notes replied_at rejection_reason last_reply_at stage work_hours fabric_expected_cm fabric_received_cm fabric_marks
    fabric_received_at fabric_confirmed_at fabric_left_cm photo_consent_at
  `,
  orders: `
    id order_number user_id items subtotal:rupees discount_amount:rupees coupon_code shipping_cost:rupees cod_charge:rupees gst_amount:rupees total:rupees
    advance:rupees cancellation_fee:rupees shipping_address
    payment_method payment_status payment_reference_id status verification customer_name customer_email held_until
    released_at archived_at created_at updated_at claimed_at restocked drafted_by draft_key confirmed_at handed_over firm
    returned_to_sender_at moved_in_at
    stock_waits_for_payment cancellation_reason customer_note gift_note
  `,
  paper_counters: 'financial_year last_numbers',
  papers:
    'id sequence order_id kind financial_year number gstin issued_at total:rupees corrects_id is_cancellation key content',
  payment_orders: `
    id order_id provider provider_order_id amount:rupees currency status payment_id completed_at created_at failure
    failure_reason not_debited failed_at polled_at
  `,
  payments:
    'id order_id customer_id amount:rupees reference_id looks_like_utr status verification source match_asked_at not_found_on created_at',
  policy_versions: 'id policy number text source created_at',
  quotes: `
    id request_id version lines included free_changes earliest_finish valid_until total:rupees advance:rupees
    asks_approval is_service fee_before_painting fee_once_painting work_hours created_by created_at change_asked change_asked_at
    accepted_at accepted_by_name accepted_via
  `,
  refunds: `
    id payment_id amount:rupees reason status provider reference_id failure_reason settled_at recorded_by
    created_at key sent_to
  `,
  request_messages: 'id request_id sender sent_by body created_at seen_at mailed_at',
  return_photos: 'id request_id file_path mime_type file_size position created_at',
  return_requests: `
    id order_id user_id kind reason details status answer created_at answered_at key lines exchange_for answered_by
    received_at received_by received restocked_at
  `,
  settings: 'key value updated_by updated_at version',
  shipment_events: 'id order_id step description carrier tracking_number eway_bill happened_at recorded_by',
  stage_updates: `
    id request_id stage note asks_approval approved_at change_wanted fabric_before recorded_by created_at
  `,
  stock_changes: 'id sequence artwork_id variant_id change kind order_id order_number reason changed_by created_at',
  user_profiles: `
    id name email phone address measurements note is_admin deactivated_at created_at updated_at admin_role deletion_due_at
    anonymised_at
  `,
  webhook_events: 'provider event_id received_at handled_at last_error',
  wishlist: 'user_id artwork_id date_added',
  wishlist_links: 'user_id created_at',
};
