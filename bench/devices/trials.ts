import type { Fault, Home } from './home.ts';
import type { Looks } from './phone.ts';

/** The faults behind each complaint. */
export const faultsOf = {
  offline: [
    'airplane mode on',
    'phone off the wifi',
    'tunnel on',
    'router hung',
    'line cut',
    'phone paused',
    'name service broken',
  ],
  stutter: [
    'battery saver on',
    'backup running',
    'fast radio off',
    'channel crowded',
    'fan off',
    'extender off',
  ],
  late: [
    'quiet hours on',
    'background data off',
    'clock adrift',
    'storage full',
    'battery saver on',
    'mail sync stopped',
  ],
  silent: [
    'queue paused',
    'job stuck',
    'printer set offline',
    'paper out',
    'paper jam',
    'printer on guest network',
  ],
  pale: ['draft mode on', 'head clogged', 'ink low', 'paper type wrong', 'head misaligned'],
} as const satisfies Readonly<Record<string, readonly Fault[]>>;
export type Complaint = keyof typeof faultsOf;

/** Whether a home no longer has what was complained about. */
export function isSolved({ wrong }: Home, complaint: Complaint): boolean {
  return !faultsOf[complaint].some((fault) => wrong.has(fault));
}

/** Looks that try out what the customer complains about. They say how it went, not why. */
export const trialLooks = {
  run_speed_test(home) {
    if (!isSolved(home, 'offline'))
      return home.household.say('no server', ['None of the servers answered.', 'The test could not begin.']);
    const usual = home.household.usual('speed', 60, 95);
    return `${home.measured('speed', usual - 5, usual + 5, 0.1)} Mbit/s at ${home.time()}, delay ${home.measured('delay', 14, 22)} ms.`;
  },
  make_test_call(home) {
    return isSolved(home, 'stutter')
      ? `The picture was smooth, delay ${home.measured('delay', 38, 52)} ms.`
      : `The picture stood still ${home.measured('counter', 7, 12)} times, delay ${home.measured('delay', 280, 420)} ms.`;
  },
  send_test_message(home) {
    return isSolved(home, 'late')
      ? `Sent at ${home.time()}, seen by the customer at once.`
      : `Sent at ${home.time()}, not seen by the customer.`;
  },
  print_test_letter(home) {
    return isSolved(home, 'silent')
      ? `The letter came out after ${home.measured('duration', 9, 14)} seconds.`
      : 'Nothing came out.';
  },
  look_at_printed_page(home) {
    return isSolved(home, 'pale')
      ? home.household.say('crisp', ['The page looks crisp.', 'The customer is pleased with the page.'])
      : home.household.say('poor', ['The page looks poor.', 'The customer is not pleased with the page.']);
  },
} satisfies Looks;
