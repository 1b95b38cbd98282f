import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aNewSchema, requireServer } from '../store/postgres-server.ts';
import { emptyProject, pack, project, run, unpackInto } from './installed-package.ts';

const program = `import { defineWorkflow, openEngram } from 'engram';
const once = defineWorkflow('once', '1', async (flow) => flow.step('only', () => 'done without it'));
for (const engine of ['dbos', 'auto']) {
  const engram = await openEngram({ db: process.argv[2], workflows: { engine } });
  const { output } = await engram.workflows.run(once, {}).catch(({ message }) => ({ output: message }));
  console.log(output);
  await engram.close();
}
`;

it('DUR-4: where DBOS is not installed it says what to install, and workflows go without it where they may', (context) => {
  const { url } = aNewSchema(requireServer(context));
  const folder = emptyProject();
  unpackInto(folder, pack(project, { builds: false }));
  writeFileSync(join(folder, 'program.js'), program);
  const [refusal, output] = run(folder, process.execPath, ['program.js', url]).split('\n');
  expect(refusal).toContain('the package is not installed. Run "npm install @dbos-inc/dbos-sdk@5.3.0"');
  expect(output).toBe('done without it');
});
