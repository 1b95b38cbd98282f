// Every broken store against every case of the store suite
import { brokenStores, fails } from '../store/all-mutants.ts';
import { campaign, inWords } from './campaign.ts';

campaign(async (tell) => {
  const unnoticed: string[] = [];
  let tried = 0;
  let failures = 0;
  let noticedOnce = 0;
  for (const [index, { name, caughtBy, themes, open }] of brokenStores.entries()) {
    const noticing = new Map<string, number>();
    for (const { title, cases } of themes) {
      let failed = 0;
      for (const storeCase of cases) if (await fails(storeCase, open)) failed += 1;
      if (failed > 0) noticing.set(title, failed);
      tried += cases.length;
    }
    const total = [...noticing.values()].reduce((sum, failed) => sum + failed, 0);
    failures += total;
    if (total === 1) noticedOnce += 1;
    if (!noticing.has(caughtBy))
      unnoticed.push(`${name}: "${caughtBy}" passes it; noticed by ${[...noticing.keys()]}`);
    tell(`${index + 1} of ${brokenStores.length} broken stores`);
  }
  if (unnoticed.length > 0) throw new Error(unnoticed.join('\n'));
  return (
    `${brokenStores.length} broken stores, all noticed; ${inWords(tried)} cases tried, ` +
    `${inWords(failures)} fail, ${noticedOnce} stores are noticed by one case only`
  );
});
