import { type Home, timeText } from './home.ts';

/** What a look at a device says. None of them takes arguments. */
export type Looks = Readonly<Record<string, (home: Home) => string>>;

/** The usual value of a household and a little to both sides of it. */
function around(home: Home, measure: 'signal' | 'level', usual: number, by: number): string {
  return home.measured(measure, usual - by, usual + by);
}

const batteryOf = (home: Home): string => around(home, 'level', home.household.usual('battery', 50, 85), 3);

function signalOf(home: Home): string {
  const { usual, gaps } = home.household;
  const [good, loss] = gaps === 'wide' ? [usual('signal', -58, -46), 32] : [usual('signal', -56, -52), 17];
  return around(home, 'signal', home.wrong.has('extender off') ? good - loss : good, 3);
}

/** Looks at the phone. */
export const phoneLooks = {
  look_at_status_bar(home) {
    const { household, wrong } = home;
    const bars = wrong.has('airplane mode on')
      ? household.say('plane', [
          'A small plane stands where the bars would be.',
          'There are no bars, only a plane.',
        ])
      : wrong.has('phone off the wifi')
        ? 'Two bars of the mobile network, no Wi-Fi sign.'
        : household.say('bars', [
            'Two bars of the mobile network and the Wi-Fi sign.',
            'Wi-Fi sign and two bars.',
          ]);
    const key = wrong.has('tunnel on') ? ' There is a key next to the clock.' : '';
    return `It is ${home.time()}, the battery shows ${batteryOf(home)} %. ${bars}${key}`;
  },
  read_wifi_page(home) {
    const { household, wrong } = home;
    if (wrong.has('airplane mode on')) return 'Not available in airplane mode.';
    if (wrong.has('phone off the wifi')) return 'Wi-Fi is switched off. To see networks, switch it on.';
    const band = wrong.has('fast radio off') ? '2.4 GHz' : '5 GHz';
    return `Joined to "${household.network}" (${band}), signal ${signalOf(home)} dBm. Last seen ${home.time()}.`;
  },
  read_tunnel_page(home) {
    const { household, wrong } = home;
    if (!wrong.has('tunnel on'))
      return household.say('tunnel', ['The tunnel to the office is not in use.', 'No tunnel is up.']);
    return `The tunnel to the office is up; ${home.measured('counter', 40, 160)} packets sent, none came back.`;
  },
  read_battery_page(home) {
    const isSlow = home.wrong.has('battery saver on');
    const saver = home.household.say('saver', [
      isSlow ? 'Apps are slowed down to save power.' : 'Apps run at full speed.',
      `Power saving is ${isSlow ? 'active' : 'inactive'}.`,
    ]);
    return `${batteryOf(home)} % charged, ${home.measured('heat', 29, 34, 0.1)} °C. ${saver}`;
  },
  read_storage_page(home) {
    const usual = home.household.usual('storage', 11, 31);
    const free = home.wrong.has('storage full')
      ? `${home.measured('level', 20, 90)} MB`
      : `${home.measured('level', usual, usual + 1, 0.1)} GB`;
    return home.household.say('free', [`${free} of 64 GB are free.`, `Of 64 GB there is ${free} left.`]);
  },
  read_clock_page(home) {
    const shown = home.time();
    const [hours = 0, minutes = 0] = shown.split(':').map(Number);
    const ahead = home.wrong.has('clock adrift') ? Number(home.measured('time', 38, 47)) : 0;
    return `The phone says ${timeText(hours * 60 + minutes + ahead)}, the mobile network says ${shown}.`;
  },
  read_notification_page({ household, wrong }) {
    return wrong.has('quiet hours on')
      ? household.say('quiet', [
          'Quiet hours are running; sounds and banners are held back.',
          'All alerts are muted.',
        ])
      : household.say('loud', ['Alerts come with a sound and a banner.', 'Alerts are shown at once.']);
  },
  read_background_page(home) {
    const data = home.wrong.has('background data off') ? 'may not' : 'may';
    const backup = home.wrong.has('backup running')
      ? `The photo backup is sending picture ${home.measured('counter', 210, 480)} of 2310.`
      : `The photo backup was finished at ${home.time(-90)}.`;
    return `Apps ${data} use data while they are not on the screen. ${backup}`;
  },
  read_mail_page(home) {
    return home.wrong.has('mail sync stopped')
      ? home.household.say('mail', ['Syncing stopped after a wrong password.', 'Mail is no longer fetched.'])
      : `Mail was last fetched at ${home.time(-2)}.`;
  },
} satisfies Looks;
