import type { Looks } from './phone.ts';

/** Looks at the printer. */
export const printerLooks = {
  look_at_printer_display(home) {
    const { household, wrong } = home;
    const usual = household.usual('pages', 4_000, 9_000);
    const state = wrong.has('paper jam')
      ? household.say('jam', [
          'Something blocks the way of the paper.',
          'Open the rear and pull out the sheet.',
        ])
      : wrong.has('paper out')
        ? household.say('tray', ['Fill the tray.', 'There are no sheets in the tray.'])
        : 'Ready.';
    return `${home.time()} ${state} Page counter ${home.measured('counter', usual, usual + 150)}.`;
  },
  read_print_queue(home) {
    const { household, wrong } = home;
    const since = home.time(-15);
    if (wrong.has('queue paused'))
      return household.say('halted', [
        `One letter, there since ${since}. The queue is halted.`,
        `Halted. One letter is in line since ${since}.`,
      ]);
    if (wrong.has('job stuck'))
      return `One letter, there since ${since}. In front of it: a picture, being sent for ${home.measured('duration', 70, 190)} minutes.`;
    return household.say('queue', [
      `One letter, there since ${since}. The queue moves.`,
      `The queue moves. One letter is in line since ${since}.`,
    ]);
  },
  read_printer_network_page(home) {
    const network = home.household.network + (home.wrong.has('printer on guest network') ? ' Guests' : '');
    const usual = home.household.usual('printer signal', -60, -44);
    return `Joined to "${network}" at ${home.measured('signal', usual - 3, usual + 3)} dBm, up ${home.measured('uptime', 2, 70)} hours.`;
  },
  read_printer_driver_page({ household, wrong }) {
    return wrong.has('printer set offline')
      ? household.say('offline', [
          'The printer is used offline.',
          'Jobs are kept on this computer for later.',
        ])
      : household.say('online', ['The printer is used online.', 'Jobs go to the printer at once.']);
  },
  read_ink_page(home) {
    const level = (colour: string): string => {
      const usual = home.household.usual(colour, 38, 80);
      return home.measured('level', usual - 1, usual + 1);
    };
    const black = home.wrong.has('ink low') ? home.measured('level', 2, 4) : level('black');
    return `Black ${black} %, cyan ${level('cyan')} %, magenta ${level('magenta')} %, yellow ${level('yellow')} %.`;
  },
  read_print_settings({ household, wrong }) {
    const quality = wrong.has('draft mode on')
      ? household.say('draft', ['in a hurry, with little ink', 'as a draft'])
      : 'with care';
    const paper = wrong.has('paper type wrong') ? 'glossy photo paper' : 'plain paper';
    return `Pages are printed ${quality}, on ${paper}.`;
  },
  look_at_nozzle_pattern({ wrong, household }) {
    return wrong.has('head clogged')
      ? household.say('gaps', [
          'The pattern has gaps in the black and the blue.',
          'Parts of the pattern are missing.',
        ])
      : household.say('whole', ['The pattern is whole.', 'Every line of the pattern is there.']);
  },
  measure_alignment_sheet(home) {
    const offset = home.wrong.has('head misaligned')
      ? home.measured('length', 1.6, 2.1, 0.1)
      : home.measured('length', 0.1, 0.3, 0.1);
    return `The two crosses are ${offset} mm apart.`;
  },
} satisfies Looks;
