import { describe, expect, it } from 'vitest';
import { errorSignature } from '../signature.ts';
import { causesIn } from './causes.ts';

const refused = 'connect ECONNREFUSED 10.0.0.1:5432';

/** A chain as a program prints it, with what its causes are read as, the deepest first. */
const chains: Readonly<Record<string, readonly [printed: string, causes: readonly string[]]>> = {
  'Node, by hand': [
    `Error: could not load the order\n    at load (/app/a.js:3:5)\nCaused by: Error: ${refused}\n    at connect (node:net:1:1)`,
    ['Error: connect ECONNREFUSED <address>', 'Error: could not load the order at load'],
  ],
  'Node, as it inspects errors': [
    `Error: could not load the order\n    at load (/app/a.js:3:5) {\n  [cause]: Error: query failed\n      at query (/app/db.js:1:1) {\n    [cause]: Error: ${refused}\n        at connect (node:net:1:1)\n  }\n}`,
    [
      'Error: connect ECONNREFUSED <address>',
      'Error: query failed at query',
      'Error: could not load the order at load',
    ],
  ],
  Java: [
    'Exception in thread "main" org.shop.OrderException: could not load order\n\tat org.shop.Orders.load(Orders.java:12)\nCaused by: java.net.ConnectException: Connection refused\n\tat java.net.Socket.connect(Socket.java:1)\n\t... 3 more',
    [
      'java.net.ConnectException: Connection refused',
      'Exception in thread <value> org.shop.OrderException: could not load order at org.shop.Orders.load',
    ],
  ],
  'C#': [
    'System.InvalidOperationException: could not load order ---> System.Net.Sockets.SocketException: Connection refused\n   at System.Net.Sockets.Socket.Connect()',
    [
      'System.Net.Sockets.SocketException: Connection refused',
      'System.InvalidOperationException: could not load order',
    ],
  ],
  Python: [
    'Traceback (most recent call last):\n  File "/app/db.py", line 3, in connect\n    dial()\nConnectionRefusedError: refused\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File "/app/app.py", line 9, in load\n    load()\nRuntimeError: could not load',
    ['ConnectionRefusedError: refused at connect', 'RuntimeError: could not load at load'],
  ],
  'Rust, numbered': [
    'Error: could not load order\n\nCaused by:\n    0: query failed\n    1: connection refused',
    ['connection refused', 'query failed', 'Error: could not load order'],
  ],
  'JSON of a log': [
    `Error: no order\\nCaused by: Error: ${refused}`,
    ['Error: connect ECONNREFUSED <address>', 'Error: no order'],
  ],
};

describe('the chain of causes of an error (LRN-2)', () => {
  for (const [name, [printed, causes]] of Object.entries(chains))
    it(`is read as ${name} prints it, the deepest first`, () => {
      expect(causesIn(printed).map(errorSignature)).toEqual(causes);
    });

  it('is empty for an error without a cause', () => {
    expect(causesIn(refused)).toEqual([]);
    expect(causesIn('Error: no order\n    at load (/app/a.js:3:5)')).toEqual([]);
    expect(causesIn('The build failed, caused by: nothing')).toEqual([]);
  });

  it('is cut where it is longer than anybody reads', () => {
    expect(causesIn('Error: a\n'.concat('Caused by: Error: b\n'.repeat(1_000)))).toHaveLength(16);
  });
});
