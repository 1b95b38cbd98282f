import { describe, expect, it } from 'vitest';
import { refusal } from '../../testing/refusal.ts';
import { isLoopback, refuseForeignPages } from './browser-safety.ts';

const request = (url: string, headers: Record<string, string> = {}) => new Request(url, { headers });

describe('an address that only this machine can reach', () => {
  it.each(['localhost', 'LOCALHOST', 'app.localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])(
    '%s is one',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  it.each([
    '0.0.0.0',
    '::',
    '10.0.0.1',
    'example.com',
    'localhost.example.com',
    '127.0.0.1.example.com',
    '128.0.0.1',
  ])('%s is none', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

describe('a page in a browser', () => {
  it('may use the server that it came from', () => {
    const own = request('http://localhost:4000/api/stats', { Origin: 'http://localhost:4000' });
    expect(() => refuseForeignPages(own, '127.0.0.1')).not.toThrow();
  });

  it.each(['http://evil.example', 'http://localhost:9999', 'null', 'http://127.0.0.1:4000'])(
    'of %s is foreign to http://localhost:4000',
    (origin) => {
      const foreign = request('http://localhost:4000/api/stats', { Origin: origin });
      expect(refusal(() => refuseForeignPages(foreign, '127.0.0.1')).code).toBe('forbidden');
    },
  );

  it('is found out when its own name leads to this machine (DNS rebinding)', () => {
    const rebound = request('http://evil.example:4000/api/stats');
    expect(refusal(() => refuseForeignPages(rebound, '127.0.0.1')).code).toBe('forbidden');
  });

  it('may call the server by the name it listens on', () => {
    expect(() => refuseForeignPages(request('http://app.localhost:4000/'), 'app.localhost')).not.toThrow();
  });

  it('needs no local name with a token, or where every request needs one: a proxy passes on the public name', () => {
    const behindProxy = request('http://engram.example/api/stats', { Authorization: 'Bearer x' });
    expect(() => refuseForeignPages(behindProxy, '127.0.0.1')).not.toThrow();
    expect(() => refuseForeignPages(request('http://engram.example/'), '0.0.0.0')).not.toThrow();
  });
});
