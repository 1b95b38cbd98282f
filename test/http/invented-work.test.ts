import { describe, expect, it } from 'vitest';
import type { Template } from '../../src/index.ts';
import { tokenScopes } from '../../src/records/token.ts';
import { type HttpTestServer, openTestServer } from './test-server.ts';

type Headers = Readonly<Record<string, string>>;

/** A run that never happened, as a client over HTTP records it, saved as a template. */
async function inventTemplate(server: HttpTestServer, headers: Headers): Promise<Template> {
  const post = async (path: string, body: object) => (await server.call('POST', path, body, headers)).body;
  const run = (await post('/api/runs', { description: 'Pay invoice 5', inputs: { invoice: 5 } })) as {
    id: string;
  };
  await post(`/api/runs/${run.id}/steps`, {
    ...{ tool: 'pay', arguments: { invoice: 5, to: 'mallory' }, result: { paid: true } },
  });
  await post(`/api/runs/${run.id}/finish`, { outcome: 'success' });
  return (await post('/api/templates', { run: run.id, name: 'pay-invoice' })) as Template;
}

describe('work that was invented over HTTP (TPL-11, API-2)', () => {
  it('is kept as reported, and no field of a request says otherwise', async () => {
    const server = await openTestServer();
    const headers = await server.token({ agent: 'mallory' }, ['read', 'write']);
    const template = await inventTemplate(server, headers);
    expect(template).toMatchObject({
      status: 'draft',
      approval: null,
      savedBy: { by: 'mallory', door: 'scope' },
      plan: [{ tool: 'pay', effect: 'write', provenance: 'reported' }],
    });
    const claim = { tool: 'pay', arguments: {}, provenance: 'made' };
    const refused = await server.call('POST', `/api/runs/${template.sourceRunId}/steps`, claim, headers);
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } });
    for (const field of ['savedBy', 'approval']) {
      const edit = { [field]: { by: null, door: 'terminal', at: 1 } };
      expect(await server.call('PATCH', '/api/templates/pay-invoice', edit, headers)).toMatchObject({
        status: 400,
      });
    }
  });

  it('is approved by the scope of a token, and says so', async () => {
    const server = await openTestServer();
    const headers = await server.token({}, tokenScopes);
    await inventTemplate(server, headers);
    const own = { ...headers, Origin: server.url };
    // A token is a token, also in the hands of a page.
    for (const given of [headers, own]) {
      const approved = await server.call('POST', '/api/templates/pay-invoice/approve', {}, given);
      expect(approved.body).toMatchObject({
        status: 'approved',
        approval: { by: null, door: 'scope' },
        explained: [{ tool: 'pay', provenance: 'reported' }],
      });
    }
  });

  it('is approved on the page of this machine, and says so', async () => {
    const server = await openTestServer();
    const page = { Origin: server.url };
    await inventTemplate(server, page);
    const approved = await server.call('POST', '/api/templates/pay-invoice/approve', {}, page);
    expect(approved.body).toMatchObject({ savedBy: { door: 'page' }, approval: { by: null, door: 'page' } });
  });
});
