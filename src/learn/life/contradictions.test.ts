import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../config/settings.ts';
import type { Memory } from '../../records/memory.ts';
import { aMemory, type MemoryOverrides } from '../../testing/index.ts';
import { contradictions, restored, supersede } from './contradictions.ts';

const settings = settingsSchema.parse({ db: 'memory:' }).memory;
const day = 86_400_000;
const start = Date.UTC(2025, 0, 1);
const found = (memories: readonly Memory[], now = start) => contradictions(memories, now, settings);
const texts = (kind: 'knowledge' | 'rule', older: string, newer: string, fields: MemoryOverrides = {}) => [
  aMemory({ kind, content: {}, text: older, createdAt: start - 2 * day }),
  aMemory({ kind, content: {}, text: newer, createdAt: start - day, ...fields } as MemoryOverrides),
];

describe('MEM-5 knowledge that cannot both be so', () => {
  it.each([
    ['The rate limit is 100 requests per minute', 'The rate limit is 500 requests per minute'],
    ['The rate limit is 100 requests per minute.', 'Rate limit is 1,000 requests per minute'],
    ['The release date is 2025-05-12', 'The release date is 2025-06-02'],
    ['The interval defaults to 5 minutes', 'The interval defaults to 7 minutes'],
    ['The offset is set to 5', 'The offset is set to -5'],
    ['The token expires after 30 days', 'The token expires after 60 days'],
    ['The plan has a limit of 5 users', 'The plan has a limit of 9 users'],
    ['The hook never retries', 'The hook retries'],
    ['Sessions expire: the timeout is 30s', 'Sessions expire: the timeout is 45s'],
    ['The build takes 5 minutes', 'The build takes 12 minutes'],
    ['The API supports streaming', 'The API does not support streaming'],
    ['The API supports streaming', "The API doesn't support streaming anymore"],
    ['The API supports streaming', 'The API no longer supports streaming'],
    ['Staging is reachable from the office', 'Staging is not reachable from the office'],
    ['Guests can comment on articles', 'Guests cannot comment on articles'],
    ['The cache is enabled in production', 'The cache is disabled in production'],
    ['Registration for the beta is open', 'Registration for the beta is closed'],
    ['Debug logging is on', 'Debug logging is off'],
    ['The metrics endpoint is public', 'The metrics endpoint is private'],
    ['The field "email" is required', 'The field "email" is optional'],
    ['The firewall allows outbound traffic', 'The firewall denies outbound traffic'],
    ['The limit is 5. It holds for all', 'The limit is 7. It holds for all'],
    ['Prices are 5% higher abroad', 'Prices are 7% higher abroad'],
    ['The API listens on port 8080', 'The API listens on port 9090'],
    ['The debugger is on port 9229', 'The debugger is on port 9230'],
    ['Ann works at Acme', 'Ann works at Globex.'],
    ['Ann works at Acme Corp', 'Ann works at Initech'],
    ['Ann lives in New York', 'Ann lives in Berlin'],
    ['The database is PostgreSQL', 'The database is MySQL'],
    ['Our database is PostgreSQL 15', 'Our database is MySQL'],
    ['The shop uses PostgreSQL as its database', 'The shop uses MySQL as its database'],
    ['The importer is written in Go', 'The importer is written in Rust'],
    ['Staging is hosted on AWS', 'Staging is hosted on Hetzner'],
    ['My editor is Vim', 'My editor is Zed'],
  ])('%s ≠ %s', (older, newer) => {
    const memories = texts('knowledge', older, newer);
    expect(found(memories)).toMatchObject([{ winner: { text: newer }, loser: { text: older } }]);
  });
});

describe('MEM-5 rules that cannot both be followed', () => {
  it.each([
    ['Always deploy on Fridays', 'Never deploy on Fridays'],
    ['Deploy on Fridays', "Don't deploy on a Friday!"],
    ['You must squash commits', 'You must not squash commits'],
  ])('%s ≠ %s', (older, newer) => {
    expect(found(texts('rule', older, newer))).toHaveLength(1);
  });

  it.each([
    ['Retry failed payments 3 times', 'Retry failed payments 5 times'],
    ['Keep backups for 30 days', 'Keep backups for 90 days'],
    ['Run the migrations before the deploy', 'Run the migrations after the deploy'],
    ['Enable caching for images', 'Disable caching for images'],
    ['Use tabs in this project', 'Avoid tabs in this project'],
    ['Limit uploads to 10 MB', 'Limit uploads to 20 MB'],
    ['The timeout is 30 seconds', 'The timeout is 60 seconds'],
    ['The cache is enabled', 'The cache is disabled'],
  ])('only by a denial: %s · %s', (older, newer) => {
    expect(found(texts('rule', older, newer))).toEqual([]);
  });
});

describe('MEM-5 what can both be so is left alone', () => {
  it.each([
    ['Order 1234 is refunded', 'Order 1235 is refunded'],
    ['The billing service runs on Node 18', 'The billing service runs on Node 20'],
    ['The frontend uses React v17.0.2', 'The frontend uses React v18.2.0'],
    ['The team has five developers', 'The team has seven developers'],
    ['Passwords need at least 8 characters', 'Passwords need at least 12 characters'],
    ['The release is on 12 May', 'The release is on 14 May'],
    ['The audit is on 2025-05-12', 'The audit is on 2025-06-02'],
    ['The importer has tests', 'The importer has no tests'],
    ['If the payment fails, retry it', 'If the payment fails, do not retry it'],
    ['Search is case sensitive', 'Search is case insensitive'],
    ['Backups run before midnight', 'Backups run after midnight'],
    ['nginx listens on ports 80 and 8080', 'nginx listens on ports 443 and 8080'],
    ['The shop uses React', 'The shop uses TypeScript'],
    ['The shop accepts Stripe', 'The shop accepts PayPal'],
    ['Ann is German', 'Ann is Catholic'],
    ['The shop is GDPR compliant', 'The shop is PCI compliant'],
    ['Ann works at Acme and Initech', 'Ann works at Globex and Initech'],
    ['Ann works with Bob', 'Ann works with Carol'],
    ['Ann lived in Rome', 'Ann lived in Paris'],
    ['A maintainer is Ann', 'A maintainer is Bob'],
    ['One of the ports is on port 80', 'One of the ports is on port 443'],
    ['Acme is a customer', 'Globex is a customer'],
    ['Berlin has an office', 'Munich has an office'],
    ['The load balancer accepts TLS 1.2', 'The load balancer accepts TLS 1.3'],
    ['The backup runs at 02:00', 'The backup runs at 14:00'],
    ['The backup is at 02:00', 'The backup is at 14:00'],
    ['The endpoint returns 404 for unknown ids', 'The endpoint returns 403 for unknown ids'],
    ['The firewall allows 10.0.0.1', 'The firewall allows 10.0.0.2'],
    ['The app exposes metrics on 9090', 'The app exposes metrics on 9100'],
    ['The gateway handles 200', 'The gateway handles 404'],
    ['A supported version is 14', 'A supported version is 15'],
    ['Allowed ports are 80', 'Allowed ports are 443'],
    ['The codes are 200 and 404', 'The codes are 201 and 404'],
    ['The build takes about 5 minutes', 'The build takes about 6 minutes'],
    ['The limit is 100', 'The limit is 100.0'],
    ['Requests with no token are rejected', 'Requests with token are rejected'],
    ['Files not in git are deleted', 'Files in git are deleted'],
    ['Nodes not ready are skipped', 'Nodes ready are skipped'],
    ['Nodes that are not ready are skipped', 'Nodes that are ready are skipped'],
    ['Code I do not understand is documented', 'Code I understand is documented'],
    ['The API is not always fast', 'The API is fast'],
    ['Do not deploy unless Ann agrees', 'Deploy unless Ann agrees'],
    ['Check the logs before deploying', 'Check the logs after deploying'],
    ['Rollback is safe up to 3 releases', 'Rollback is safe down to 3 releases'],
    ['The elevator goes up', 'The elevator goes down'],
    ['The shop is for public repositories', 'The shop is for private repositories'],
    ['The default view is open issues', 'The default view is closed issues'],
    ['The product database is enabled', 'The production database is disabled'],
    ['Ship it to US: shipping is free', 'Ship it to us: shipping is paid'],
    ['Server 1 is in Berlin', 'Server 2 is in Berlin'],
    ['The bug is in line 12', 'The bug is in line 40'],
    ['Version 2 supports streaming', 'Version 3 supports streaming'],
    ['Port 8080 is used by the shop', 'Port 9090 is used by the shop'],
    ['In 2023 the revenue was 5 million', 'In 2024 the revenue was 6 million'],
    ['The deploy took 5 minutes', 'The deploy took 7 minutes'],
    ['The import returned 12 rows', 'The import returned 14 rows'],
    ['The nightly build failed', 'The nightly build did not fail'],
    ['The rate limit is 100 requests per minute', 'The rate limit is 500 requests per hour'],
    ['The read limit is 100', 'The write limit is 500'],
    ['The staging API needs a VPN', 'The production API does not need a VPN'],
    ['Retry when the call fails', 'Retry when the call does not fail'],
    ['Do not retry when the call fails', 'Retry when the call does not fail'],
    ['Use plan A if there are 2 users', 'Use plan A if there are 50 users'],
    ['The minimum password length is 12', 'The maximum password length is 12'],
    ['Inbound traffic is logged', 'Outbound traffic is logged'],
    ['Public repositories are scanned', 'Private repositories are scanned'],
    ['Enabled features are listed here', 'Disabled features are listed here'],
    ['Open issues are shown first', 'Closed issues are shown first'],
    ['Is the cache enabled in production?', 'Is the cache disabled in production?'],
    ['The API may support streaming', 'The API may not support streaming'],
    ['Some tests are slow', 'Some tests are not slow'],
    ['I have 3 meetings today', 'I have 5 meetings today'],
    ['Alice prefers tea', 'Bob prefers coffee'],
    ['The cache is enabled on staging', 'The cache is disabled on production'],
    ['Error 404 means the page is missing', 'Error 500 means the page is missing'],
    ['The timeout is 30s', 'The timeout is 30000ms'],
    ['Copy the data from staging to production', 'Copy the data from production to staging'],
    ['Start the server with npm', 'Stop the server with npm'],
    ['Sort by date, then by name', 'Sort by name, then by date'],
    ['Use utf8 for exports', 'Use utf16 for exports'],
    ['The staging API needs a VPN', 'The staging API needs a VPN'],
    ['Yes', 'No'],
    ['It works', 'It does not work'],
    ['Cost center 4711 is closed', 'Cost center 4712 is closed'],
    ['This is 5 times faster', 'This is 7 times faster'],
    ['No, use tabs here', 'Use tabs here'],
    ['If it fails, the queue drains, retry', 'If it fails, the queue does not drain, retry'],
    ['The demo is not only for guests', 'The demo is only for guests'],
    ['Limit is 5', 'The limit is 5 on weekdays and 7 on Sundays'],
    ['The API allows 100 requests per 60 seconds', 'The API allows 500 requests per 30 seconds'],
    ['The limit is not documented and 5', 'The limit is documented and 7'],
  ])('%s · %s', (older, newer) => {
    expect(found(texts('knowledge', older, newer))).toEqual([]);
  });

  it.each([
    ['another owner', { scope: { user: 'ada', project: 'shop', agent: 'bob' } }],
    ['the project itself', { scope: { user: 'ada', project: 'shop', agent: null } }],
    ['another domain', { content: { domain: 'staging' } }],
    ['a message of a conversation', { provenance: { ...noProvenance(), sessionId: 'ses_1', position: 4 } }],
    ['something that has to vanish', { expiresAt: start + 12_345 }],
    ['something to be forgotten soon', { expiresAt: start - day + 7 * day }],
    ['something superseded already', { standing: 'superseded' as const }],
  ])('of %s', (_what, fields) => {
    const memories = texts('knowledge', 'The limit is 100', 'The limit is 500', fields as MemoryOverrides);
    expect(found(memories)).toEqual([]);
  });

  it('with other tags', () => {
    const tagged = (older: string[], newer: string[]) =>
      found([
        aMemory({ text: 'The limit is 100', tags: older }),
        aMemory({ text: 'The limit is 500', tags: newer }),
      ]);
    expect(tagged(['api', 'staging'], ['api', 'production'])).toEqual([]);
    expect(tagged([], ['staging'])).toEqual([]);
    expect(tagged(['api', 'limits'], ['limits', 'api'])).toHaveLength(1);
  });

  it('when there are so many values that it is a list', () => {
    const list = (count: number) =>
      Array.from({ length: count }, (_, index) => aMemory({ text: `The port is ${8_000 + index}` }));
    expect(found(list(5))).toHaveLength(4);
    expect(found(list(6))).toEqual([]);
  });
});

function noProvenance() {
  return aMemory().provenance;
}

describe('MEM-5 the newer one holds', () => {
  const older = (successes: number, failures = 0) =>
    aMemory({
      text: 'The limit is 100',
      createdAt: start - 2 * day,
      confirmedAt: start,
      evidence: { successes, failures },
    });
  const newer = aMemory({ text: 'The limit is 500', createdAt: start - day });

  it.each([
    [0, 0, 'newer'],
    [2, 0, 'newer'],
    [3, 0, 'older'],
    [9, 7, 'newer'],
    [9, 2, 'older'],
  ])('unless the older has clearly more evidence: %d successes, %d failures, the %s', (good, bad, wins) => {
    const winner = found([older(good, bad), newer])[0]?.winner.text;
    expect(winner).toBe(wins === 'newer' ? 'The limit is 500' : 'The limit is 100');
  });

  it('whatever order they are read in', () => {
    const memories = [older(0), newer, aMemory({ text: 'The limit is 700', createdAt: start })];
    for (const list of [memories, [...memories].reverse()]) {
      expect(
        found(list)
          .map(({ winner, loser }) => `${winner.text} over ${loser.text}`)
          .sort(),
      ).toEqual(['The limit is 700 over The limit is 100', 'The limit is 700 over The limit is 500']);
    }
  });

  it('and the other is kept, linked, with the moment until which it held', () => {
    const [winner, loser] = supersede(found([older(0), newer]));
    expect(winner?.memory).toMatchObject({
      text: 'The limit is 500',
      standing: 'active',
      links: [{ kind: 'contradicts', id: loser?.memory.id }],
    });
    expect(loser).toMatchObject({
      reason: 'superseded',
      note: `${winner?.memory.id} says otherwise: another number.`,
      memory: {
        standing: 'superseded',
        validUntil: newer.createdAt,
        links: [{ kind: 'superseded-by', id: newer.id }],
      },
    });
  });

  it('and a newer one that lost never held', () => {
    const [, loser] = supersede(found([older(5), newer]));
    expect(loser?.memory).toMatchObject({ id: newer.id, validUntil: newer.createdAt });
  });
});

describe('MEM-5 what was superseded', () => {
  const winner = aMemory();
  const loser = aMemory({
    standing: 'superseded',
    validUntil: start,
    links: [
      { kind: 'contradicts', id: 'mem_0' },
      { kind: 'superseded-by', id: winner.id },
    ],
  });

  it('holds again when what won is gone or kept hurting', () => {
    for (const winners of [[], [{ ...winner, standing: 'demoted' as const }]]) {
      expect(restored(loser, winners)).toMatchObject({
        reason: 'restored',
        memory: { standing: 'active', validUntil: null, links: [{ kind: 'contradicts', id: 'mem_0' }] },
      });
    }
  });

  it('and not before: also one that was merged since, or lost to another, still says otherwise', () => {
    for (const standing of ['active', 'merged', 'superseded', 'archived'] as const) {
      expect(restored(loser, [{ ...winner, standing }])).toBeNull();
    }
    expect(restored({ ...loser, standing: 'active' }, [])).toBeNull();
    expect(restored({ ...loser, links: [] }, [])).toBeNull();
  });
});

describe('MEM-5 preferences and entities', () => {
  const prefers = (key: string, value: string) => aMemory({ kind: 'preference', content: { key, value } });
  const entity = (name: string, properties: Record<string, string>) =>
    aMemory({ kind: 'entity', content: { entityType: 'person', name, properties } });

  it('the same preference has one value: the newest', () => {
    const memories = [prefers('Editor theme', 'light'), prefers('editor-theme', 'dark')];
    expect(found(memories)).toMatchObject([
      { winner: { content: { value: 'dark' } }, why: 'another value for the same preference' },
    ]);
  });

  it('another preference, or the same value again, is none', () => {
    expect(found([prefers('theme', 'light'), prefers('font', 'dark')])).toEqual([]);
    expect(found([prefers('theme', 'light'), prefers('theme', 'light')])).toEqual([]);
  });

  it('the same preference for something else is none', () => {
    const indent = (value: number, fields: MemoryOverrides, metadata?: Record<string, string>) =>
      aMemory({
        kind: 'preference',
        content: { key: 'indent', value, ...(metadata === undefined ? {} : { metadata }) },
        ...fields,
      } as MemoryOverrides);
    expect(found([indent(4, {}, { language: 'python' }), indent(2, {}, { language: 'js' })])).toEqual([]);
    expect(found([indent(4, { tags: ['python'] }), indent(2, { tags: ['js'] })])).toEqual([]);
  });

  it('the same entity has one value for a property; the newer one takes over nothing (MEM-7)', () => {
    const memories = [
      entity('Ann Lee', { role: 'developer', city: 'Oslo' }),
      entity('ann lee', { role: 'lead', team: 'shop' }),
    ];
    const [winner, loser] = supersede(found(memories));
    expect(winner?.memory.content).toMatchObject({ properties: { role: 'lead', team: 'shop' } });
    expect(loser?.memory.standing).toBe('superseded');
    const words = `${winner?.note} ${loser?.note} ${JSON.stringify(winner?.memory)}`;
    expect(words).not.toMatch(/developer|Oslo/);
  });

  it('entities of the same name with other tags are others', () => {
    const server = (host: string) =>
      aMemory({ kind: 'entity', content: { name: 'deploy', properties: { host } }, tags: [host] });
    expect(found([server('a'), server('b')])).toEqual([]);
  });

  it('entities that agree, or of another name, are left alone', () => {
    expect(found([entity('Ann', { role: 'lead' }), entity('Ann', { city: 'Oslo' })])).toEqual([]);
    expect(found([entity('Ann', { role: 'lead' }), entity('Bea', { role: 'developer' })])).toEqual([]);
  });
});
