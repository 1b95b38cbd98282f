import type { Fault, Harm, Home } from './home.ts';

/** What a change does and says. None of them takes arguments. */
type Change = (home: Home) => string;

/** Flips a setting, whatever it was: who does not look first may make it worse. */
function toggle(fault: Fault, thing: string, [whenWrong, whenRight]: readonly [string, string]): Change {
  return (home) => {
    const becomesWrong = !home.wrong.delete(fault);
    if (becomesWrong) home.wrong.add(fault);
    return `${thing} is now ${becomesWrong ? whenWrong : whenRight} (${home.time()}).`;
  };
}

/** Puts something right; where nothing was wrong it says the same. */
function repair(fault: Fault, said: (home: Home) => string, harm?: Harm): Change {
  return (home) => {
    const wasWrong = home.wrong.delete(fault);
    if (!wasWrong && harm !== undefined) home.wrong.add(harm);
    return said(home);
  };
}

/** Everything that can be changed in a home. */
export const changes = {
  toggle_airplane_mode: toggle('airplane mode on', 'Airplane mode', ['on', 'off']),
  toggle_phone_wifi: toggle('phone off the wifi', 'Wi-Fi', ['off', 'on']),
  toggle_tunnel: toggle('tunnel on', 'The tunnel', ['up', 'down']),
  toggle_battery_saver: toggle('battery saver on', 'Power saving', ['active', 'inactive']),
  toggle_background_data: toggle('background data off', 'Data in the background', ['forbidden', 'allowed']),
  toggle_quiet_hours: toggle('quiet hours on', 'Quiet time', ['running', 'over']),
  toggle_photo_backup: toggle('backup running', 'The photo backup', ['running', 'resting']),
  toggle_family_break: toggle('phone paused', 'The break of the phone', ['running', 'over']),
  toggle_fast_radio: toggle('fast radio off', 'The 5 GHz radio', ['silent', 'sending']),
  toggle_router_fan: toggle('fan off', 'The fan', ['off', 'on']),
  toggle_range_extender: toggle('extender off', 'The range extender', ['off', 'on']),
  toggle_print_queue: toggle('queue paused', 'The queue', ['halted', 'moving']),
  toggle_printer_offline: toggle('printer set offline', 'Offline use', ['on', 'off']),
  toggle_draft_mode: toggle('draft mode on', 'Draft quality', ['on', 'off']),
  restart_router: repair(
    'router hung',
    (home) => `The router was back after ${home.measured('duration', 60, 110)} seconds.`,
  ),
  reset_name_service: repair('name service broken', () => 'Names are looked up at the provider again.'),
  choose_free_channel: repair(
    'channel crowded',
    (home) => `Moved to the calmest channel in ${home.measured('duration', 3, 9)} seconds.`,
  ),
  set_clock_by_network: repair('clock adrift', (home) => `The clock follows the network: ${home.time()}.`),
  delete_old_videos: repair('storage full', () => 'The videos of last year were deleted.', 'videos lost'),
  sign_in_to_mail: repair(
    'mail sync stopped',
    (home) => `Signed in at ${home.time()}; mail is being fetched.`,
  ),
  remove_first_job: repair('job stuck', () => 'The first job was removed from the queue.', 'letter lost'),
  ask_to_fill_tray: repair('paper out', (home) => `The customer looked after the tray at ${home.time()}.`),
  ask_to_pull_out_sheet: repair(
    'paper jam',
    (home) => `The customer opened and closed the rear at ${home.time()}.`,
  ),
  join_printer_to_home: repair('printer on guest network', () => 'The printer joined the home network.'),
  clean_print_head: repair(
    'head clogged',
    (home) => `Cleaned in ${home.measured('duration', 80, 120)} seconds.`,
  ),
  replace_black_cartridge: repair(
    'ink low',
    () => 'The customer put in a new black cartridge.',
    'cartridge wasted',
  ),
  choose_plain_paper: repair('paper type wrong', () => 'Paper: plain paper.'),
  align_print_head: repair(
    'head misaligned',
    (home) => `Aligned in ${home.measured('duration', 30, 45)} seconds.`,
  ),
  send_technician: repair('line cut', () => 'A technician repairs the line today.', 'needless visit'),
} satisfies Readonly<Record<string, Change>>;
