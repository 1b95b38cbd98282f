import type { WebAssemblyHost } from '../../ports/web-assembly.ts';
import { kernel } from './kernel.ts';
import { openPlainScan } from './plain-scan.ts';
import type { Scan } from './scan.ts';

/**
 * The scan as a WebAssembly kernel with its memory, or in plain JavaScript, with the same results but many times
 * slower, where there is no WebAssembly or no room for its memory (each reserves gigabytes of addresses).
 */
export function openScan(): Scan {
  const { WebAssembly: host } = globalThis as { readonly WebAssembly?: WebAssemblyHost };
  if (host === undefined) return openPlainScan();
  try {
    return new host.Instance(new host.Module(Buffer.from(kernel, 'base64'))).exports as Scan;
  } catch {
    return openPlainScan();
  }
}
