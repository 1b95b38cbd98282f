// kill -9 of "engram serve" on SQLite while eight clients record
import { killServers } from '../crash/killed-servers.ts';
import { campaign, inWords } from './campaign.ts';

const kills = 60;

campaign(async (tell) => {
  const acknowledged = await killServers(kills, tell);
  return `${kills} kills, ${inWords(acknowledged)} acknowledged writes, 0 lost`;
});
