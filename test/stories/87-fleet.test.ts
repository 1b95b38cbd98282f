import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { defineWorkflow, type EngramOptions, openEngram } from '../../src/index.ts';
import { aNewSchema, requireServer } from '../store/postgres-server.ts';

const quick = { pollMs: 20, leaseMs: 2_000, engine: 'dbos' } as const;
const double = defineWorkflow('double', '1', async (flow, { n }: { n: number }) =>
  flow.step('double', () => 2 * n),
);

async function openAt(db: string, workflows: EngramOptions['workflows'] = quick) {
  const engram = await openEngram({ db, workflows });
  onTestFinished(() => engram.close());
  return engram;
}

function newFleet(context: TestContext) {
  const { url, schema, administrator } = aNewSchema(requireServer(context));
  return { db: url, schema, dbos: `${schema}_dbos`, ask: administrator.ask };
}

describe('DUR-4: a fleet on PostgreSQL', () => {
  it('is what workflows run on by themselves there: DBOS is told ids, and nothing of what they are about', async (context) => {
    const { db, dbos, ask } = newFleet(context);
    const engram = await openAt(db, { pollMs: 20 });
    const { id, output } = await engram.workflows.run(double, { n: 21 });
    expect(output).toBe(42);
    const read = () => ask(`SELECT workflow_uuid, status, inputs, output FROM ${dbos}.workflow_status`);
    await expect
      .poll(read)
      .toEqual([{ workflow_uuid: `engram:${id}:0`, status: 'SUCCESS', inputs: null, output: null }]);
    const told = await ask(`SELECT inputs FROM ${dbos}.workflow_input`);
    expect(JSON.parse(told[0]?.['inputs'])).toMatchObject({ json: [{ workflowId: id, epoch: 0 }] });
    expect(await ask(`SELECT executor FROM ${dbos}.engram_executors`)).toHaveLength(1);
  });

  it('has one member in a process: another Engram is refused, or works alone when it may choose', async (context) => {
    const { db } = newFleet(context);
    const first = await openAt(db);
    await first.workflows.work();
    const second = await openAt(db);
    await expect(second.workflows.work()).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('once in a process'),
    });
    const alone = await openAt(db, { pollMs: 20, engine: 'auto' });
    expect(await alone.workflows.run(double, { n: 1 })).toMatchObject({ output: 2 });
    await first.close();
    expect(await second.workflows.run(double, { n: 2 })).toMatchObject({ output: 4 });
  });

  it('opens four connections beside those of the store, and goes on when the server ends them all', async (context) => {
    const { db, schema, ask } = newFleet(context);
    const engram = await openAt(`${db}&application_name=${schema}&pool_max=2`);
    const named = 'FROM pg_stat_activity WHERE application_name = $1';
    for (let n = 0; n < 10; n += 1) {
      expect(await engram.workflows.run(double, { n })).toMatchObject({ output: 2 * n });
      if (n % 3 === 0) await ask(`SELECT pg_terminate_backend(pid) ${named}`, [schema]);
    }
    expect((await ask(`SELECT 1 ${named}`, [schema])).length).toBeLessThanOrEqual(2 + 4);
  });

  it('takes over what a process outside of it left behind', async (context) => {
    const { db, schema, ask } = newFleet(context);
    const engram = await openAt(db);
    const { id } = await engram.workflows.start({ name: 'double', version: '1', input: { n: 4 } });
    await ask(
      `UPDATE ${schema}.workflows SET status = 'running', holder = 'nowhere/1/job', standing_checksum = ''`,
    );
    await engram.workflows.register(double);
    await engram.workflows.work();
    expect(await engram.workflows.result(id)).toMatchObject({ status: 'done', output: 8, recoveries: 0 });
  });

  it('does what DBOS delivers to nobody, although it was queued there', async (context) => {
    const { db, dbos, ask } = newFleet(context);
    const engram = await openAt(db);
    expect(await engram.workflows.run(double, { n: 1 })).toMatchObject({ output: 2 });
    const later = defineWorkflow('later', '1', async (flow) => flow.step('only', () => 'done all the same'));
    const { id } = await engram.workflows.start({ name: 'later', version: '1' });
    await ask(
      `INSERT INTO ${dbos}.workflow_status (workflow_uuid, status, name, application_name)
       VALUES ($1, 'CANCELLED', 'engram execution', 'engram')`,
      [`engram:${id}:0`],
    );
    await engram.workflows.register(later);
    expect(await engram.workflows.result(id)).toMatchObject({ output: 'done all the same' });
  });

  it('needs the right to create its schema once; its members need no more than to use it', async (context) => {
    const { db, schema, dbos, ask } = newFleet(context);
    const engram = await openAt(db);
    const role = `${schema}_member`;
    await ask(`CREATE ROLE ${role} LOGIN`);
    onTestFinished(async () => void (await ask(`DROP OWNED BY ${role}`), await ask(`DROP ROLE ${role}`)));
    const use = async (name: string) => {
      await ask(`GRANT USAGE ON SCHEMA ${name} TO ${role}`);
      await ask(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${name} TO ${role}`);
      await ask(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${name} TO ${role}`);
    };
    await use(schema);
    const asMember = new URL(db);
    asMember.username = role;
    const member = await openAt(asMember.href);
    await expect(member.workflows.work()).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringMatching(new RegExp(`permission denied.*"${dbos}"`)),
    });
    await engram.workflows.work();
    await engram.close();
    await use(dbos);
    expect(await member.workflows.run(double, { n: 3 })).toMatchObject({ output: 6 });
  });
});

describe('DUR-4: a fleet elsewhere', () => {
  it('is refused: DBOS needs PostgreSQL', async () => {
    const engram = await openAt('memory:');
    await expect(engram.workflows.work()).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('need a store on PostgreSQL'),
    });
  });

  it('is the embedded engine where it may choose', async () => {
    const engram = await openAt('memory:', { pollMs: 20 });
    expect(await engram.workflows.run(double, { n: 5 })).toMatchObject({ output: 10 });
  });
});
