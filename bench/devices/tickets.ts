import type { changes } from './changes.ts';
import type { Household } from './home.ts';
import type { phoneLooks } from './phone.ts';
import type { printerLooks } from './printer.ts';
import type { routerLooks } from './router.ts';
import type { Complaint, trialLooks } from './trials.ts';

/** The name of a tool that only looks. */
export type LookName =
  | keyof typeof phoneLooks
  | keyof typeof routerLooks
  | keyof typeof printerLooks
  | keyof typeof trialLooks;
/** The name of a tool that changes something. */
export type ChangeName = keyof typeof changes;

/** What a troubleshooter looks at, what it takes for a fault there, and what it then does, in order. */
export interface Check {
  readonly look: LookName;
  isWrong(said: string): boolean;
  readonly cure: ChangeName;
  /** What is done when the same look still says so after the cure. */
  readonly otherwise?: ChangeName;
}

/** How a kind of complaint is dealt with. */
export interface Ticket {
  readonly complaint: Complaint;
  words(household: Household): string;
  /** Tries out what the customer complains about. */
  readonly trial: LookName;
  isWell(said: string): boolean;
  readonly checks: readonly Check[];
}

/** The first number after some words; NaN when there is none. */
function numberAfter(said: string, words: string): number {
  return Number(new RegExp(`${words}\\D*?(-?\\d+(?:\\.\\d+)?)`).exec(said)?.[1]);
}

/** How far apart the two times of day in a text are, in minutes. */
function minutesApart(said: string): number {
  const [first = 0, second = 0] = [...said.matchAll(/(\d\d):(\d\d)/g)].map(
    ([, hours, minutes]) => Number(hours) * 60 + Number(minutes),
  );
  const apart = Math.abs(first - second);
  return Math.min(apart, 24 * 60 - apart);
}

const says =
  (pattern: RegExp) =>
  (said: string): boolean =>
    pattern.test(said);

const slowedDown: Check = {
  look: 'read_battery_page',
  isWrong: says(/slowed down|is active/),
  cure: 'toggle_battery_saver',
};

/** The five kinds of complaints. */
export const tickets: readonly Ticket[] = [
  {
    complaint: 'offline',
    words: ({ person, phone }) => `${person} cannot get online at home with the ${phone}.`,
    trial: 'run_speed_test',
    isWell: says(/Mbit/),
    checks: [
      { look: 'look_at_status_bar', isWrong: says(/plane/), cure: 'toggle_airplane_mode' },
      { look: 'read_wifi_page', isWrong: says(/switched off/), cure: 'toggle_phone_wifi' },
      { look: 'read_tunnel_page', isWrong: says(/none came back/), cure: 'toggle_tunnel' },
      {
        look: 'read_router_health',
        isWrong: (said) => numberAfter(said, 'Up for') > 100,
        cure: 'restart_router',
      },
      {
        look: 'look_at_router_lamps',
        isWrong: says(/red|dark/),
        cure: 'restart_router',
        otherwise: 'send_technician',
      },
      { look: 'read_family_page', isWrong: says(/takes a break\. All/), cure: 'toggle_family_break' },
      { look: 'read_name_service_page', isWrong: says(/got no answer/), cure: 'reset_name_service' },
    ],
  },
  {
    complaint: 'stutter',
    words: ({ person }) => `Video calls of ${person} stutter.`,
    trial: 'make_test_call',
    isWell: says(/smooth/),
    checks: [
      slowedDown,
      { look: 'read_background_page', isWrong: says(/is sending picture/), cure: 'toggle_photo_backup' },
      { look: 'read_radio_page', isWrong: says(/radio is silent/), cure: 'toggle_fast_radio' },
      {
        look: 'read_radio_page',
        isWrong: says(/Many others|most of the house/),
        cure: 'choose_free_channel',
      },
      {
        look: 'read_router_health',
        isWrong: (said) => numberAfter(said, 'Inside') > 52,
        cure: 'toggle_router_fan',
      },
      {
        look: 'read_wifi_page',
        isWrong: (said) => numberAfter(said, 'signal') < -64,
        cure: 'toggle_range_extender',
      },
    ],
  },
  {
    complaint: 'late',
    words: ({ person, phone }) => `Messages reach ${person} late or not at all on the ${phone}.`,
    trial: 'send_test_message',
    isWell: says(/at once/),
    checks: [
      { look: 'read_notification_page', isWrong: says(/Quiet hours|muted/), cure: 'toggle_quiet_hours' },
      { look: 'read_background_page', isWrong: says(/may not/), cure: 'toggle_background_data' },
      { look: 'read_clock_page', isWrong: (said) => minutesApart(said) > 5, cure: 'set_clock_by_network' },
      { look: 'read_storage_page', isWrong: says(/\d MB/), cure: 'delete_old_videos' },
      slowedDown,
      { look: 'read_mail_page', isWrong: says(/stopped|no longer/), cure: 'sign_in_to_mail' },
    ],
  },
  {
    complaint: 'silent',
    words: ({ person }) => `The printer of ${person} does nothing when a letter is sent to it.`,
    trial: 'print_test_letter',
    isWell: says(/came out after/),
    checks: [
      { look: 'look_at_printer_display', isWrong: says(/Fill|no sheets/), cure: 'ask_to_fill_tray' },
      { look: 'look_at_printer_display', isWrong: says(/blocks|pull out/), cure: 'ask_to_pull_out_sheet' },
      { look: 'read_print_queue', isWrong: says(/[Hh]alted/), cure: 'toggle_print_queue' },
      { look: 'read_print_queue', isWrong: says(/being sent for/), cure: 'remove_first_job' },
      {
        look: 'read_printer_driver_page',
        isWrong: says(/offline|for later/),
        cure: 'toggle_printer_offline',
      },
      { look: 'read_printer_network_page', isWrong: says(/Guests/), cure: 'join_printer_to_home' },
    ],
  },
  {
    complaint: 'pale',
    words: ({ person }) => `What ${person} prints looks poor.`,
    trial: 'look_at_printed_page',
    isWell: says(/crisp|is pleased/),
    checks: [
      { look: 'read_print_settings', isWrong: says(/hurry|draft/), cure: 'toggle_draft_mode' },
      { look: 'read_print_settings', isWrong: says(/glossy/), cure: 'choose_plain_paper' },
      {
        look: 'read_ink_page',
        isWrong: (said) => numberAfter(said, 'Black') < 10,
        cure: 'replace_black_cartridge',
      },
      { look: 'look_at_nozzle_pattern', isWrong: says(/gaps|missing/), cure: 'clean_print_head' },
      {
        look: 'measure_alignment_sheet',
        isWrong: (said) => numberAfter(said, 'are') > 1,
        cure: 'align_print_head',
      },
    ],
  },
];
