import { describe, expect, it } from 'vitest';
import { effectOf } from './effect.ts';

/** Names of tools that only look, as strangers write them. Written before the rule that they test. */
const looks =
  `get_customer list_open_orders search_flights getOrder get-order-status find_user_by_email fetch_invoice
  fetch_exchange_rate read_file read_text_file list_directory list_allowed_directories get_file_info search_files
  describe_table lookupAccount get_weather_forecast list_calendar_events get_event_details check_availability
  check_stock_level count_rows find_user_id_by_name_zip get_product_details list_all_product_types
  search_direct_flight get_reservation_details view_cart shop/getInventory mcp__github__list_issues
  github.get_pull_request compare_commits get_latest_release fetch_page_content get_current_time get_account_balance
  list_transactions estimate_shipping_cost validate_address list_unread_messages search_knowledge_base
  find_similar_products list_running_processes listPendingTransfers get_return_policy get_shipping_address
  query_metrics check_order_status get_discounts_for_customer find_nearest_store`.split(/\s+/);

/** Names that begin like a look and change something, or may. */
const changes = `get_token_revoke query_drop list_unsubscribe fetch_reboot getOrCreateUser find_and_replace
  search_and_delete check_in_guest check_out_book list_add_item list_remove query_execute find_or_insert count_reset
  count_increment status_update status_set stat_clear lookup_upsert list_append list_subscribe list_leave get_paid
  fetch_purge read_mark compare_and_swap inspect_kill describe_overwrite preview_publish verify_email_send
  validate_and_submit estimate_approve search_reindex get_token_rotate get_session_terminate list_shuffle
  fetch_restart view_refresh get_rid_of_user list_item_for_sale check_off_item peek_pop find_friend_invite
  get_account_disable get_user_ban get_server_shutdown list_member_kick search_index_rebuild browse_click
  query_truncate_tables`.split(/\s+/);

describe('TPL-6 whether a call only looks', () => {
  it('has fifty names of each kind to tell apart', () => {
    expect([new Set(looks).size, new Set(changes).size]).toEqual([50, 50]);
  });
  it.each(looks)('takes %s for a look by its name', (tool) => {
    expect(effectOf(tool)).toEqual({ effect: 'read', effectFrom: 'name' });
  });
  it.each(changes)('does not take %s for a look', (tool) => {
    expect(effectOf(tool)).toMatchObject({ effect: 'write' });
  });
});
