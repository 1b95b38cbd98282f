// kill -9 of PostgreSQL under "engram serve" while eight clients record
import { findPrograms } from '../../scripts/postgres.mjs';
import { killDatabases } from '../crash/killed-servers.ts';
import { campaign, inWords } from './campaign.ts';

const kills = 30;

campaign(
  async (tell) => {
    const acknowledged = await killDatabases(kills, tell);
    return `${kills} kills, ${inWords(acknowledged)} acknowledged writes, 0 lost`;
  },
  findPrograms() === undefined ? 'PostgreSQL is not installed' : undefined,
);
