// kill -9 of a process that replays a template with five writes, at every point, then resume
import { killReplays } from '../crash/killed-replays.ts';
import { campaign } from './campaign.ts';

const kills = 100;

campaign(async (tell) => {
  const lines: string[] = [];
  for (const witnesses of ['looks', 'none'] as const) {
    const { replays, asked, made, uncertain } = await killReplays(kills, witnesses, { tell, lanes: 6 });
    lines.push(
      `${witnesses === 'looks' ? 'with looks' : 'without'}: ${kills} kills, ${replays} replays, ${made} of ${asked} writes made once, 0 twice, ${uncertain} reported uncertain`,
    );
  }
  return lines.join('; ');
});
