// kill -9 of a process that writes to a SQLite file
import { killWriters } from '../crash/killed-writers.ts';
import { campaign, inWords } from './campaign.ts';

const kills = 300;

campaign(async (tell) => {
  const acknowledged = await killWriters(kills, tell);
  return `${kills} kills, ${inWords(acknowledged)} acknowledged commits, 0 lost, 0 half done`;
});
