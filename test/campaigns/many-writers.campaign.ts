// Many processes that write to one SQLite file at once
import { writeAtOnce } from '../crash/many-writers.ts';
import { campaign, inWords } from './campaign.ts';

const writers = 8;
const recordsEach = 3_000;

campaign(async () => {
  await writeAtOnce(writers, recordsEach);
  return `${writers} processes, ${inWords(writers * recordsEach)} records, 0 lost, 0 errors`;
});
