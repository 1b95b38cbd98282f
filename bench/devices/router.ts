import type { Looks } from './phone.ts';

/** Looks at the router. */
export const routerLooks = {
  look_at_router_lamps({ household, wrong }) {
    const isDown = wrong.has('router hung') || wrong.has('line cut');
    return household.say('lamps', [
      `Power is green, internet is ${isDown ? 'red' : 'green'}, Wi-Fi blinks.`,
      `Three lamps: power and Wi-Fi are lit, the globe is ${isDown ? 'dark' : 'lit'}.`,
    ]);
  },
  read_router_health(home) {
    const { usual, gaps } = home.household;
    const [cool, rise] = gaps === 'wide' ? [usual('heat', 38, 46), 33] : [usual('heat', 42, 46), 16];
    const heat = cool + (home.wrong.has('fan off') ? rise : 0);
    const days = home.wrong.has('router hung')
      ? home.measured('uptime', 190, 240)
      : home.measured('uptime', 2, 21);
    const hours = home.measured('uptime', 1, 23);
    return `Up for ${days} days and ${hours} hours. Inside it is ${home.measured('heat', heat - 2, heat + 2)} °C, load ${home.measured('level', 9, 17)} %.`;
  },
  read_radio_page(home) {
    const { household, wrong } = home;
    const channel = household.usual('channel', 1, 11);
    const neighbours = wrong.has('channel crowded')
      ? household.say('crowd', ['Many others send on it.', 'It is shared with most of the house.'])
      : household.say('calm', ['Hardly anybody else sends on it.', 'It is mostly ours.']);
    const fast = wrong.has('fast radio off') ? 'The 5 GHz radio is silent.' : 'The 5 GHz radio is sending.';
    return `Channel ${channel}, noise ${home.measured('signal', -96, -91)} dBm. ${neighbours} ${fast}`;
  },
  read_family_page({ household, wrong }) {
    return wrong.has('phone paused')
      ? `The ${household.phone} of ${household.person} takes a break. All others are online.`
      : household.say('family', ['No device takes a break.', 'Everybody is online.']);
  },
  read_name_service_page(home) {
    if (home.wrong.has('name service broken'))
      return `Names are looked up at 10.77.0.9; ${home.measured('counter', 18, 29)} of 30 tries got no answer.`;
    const delay = home.measured('delay', 9, 24);
    return home.household.say('names', [
      `Names are looked up at the provider, in ${delay} ms.`,
      `The provider answers names within ${delay} ms.`,
    ]);
  },
} satisfies Looks;
