// kill -9 of processes that build, join and clean the kept index, and eight that do so at once
import { keepIndexAtOnce, killIndexKeepers } from '../crash/killed-indexes.ts';
import { campaign, inWords } from './campaign.ts';

const kills = 100;
const processes = 8;
const rounds = 60;

campaign(async (tell) => {
  const written = await killIndexKeepers(kills, tell);
  const together = await keepIndexAtOnce(processes, rounds);
  return `${kills} kills over ${inWords(written)} generations of an index, ${processes} processes over ${inWords(together)}: every answer as from a new index, 0 errors`;
});
