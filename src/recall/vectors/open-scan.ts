import { kernel } from './kernel.ts';
import { openPlainScan } from './plain-scan.ts';
import type { Scan } from './scan.ts';

/** The part of WebAssembly used here. It is not there when Node runs without a compiler (`--jitless`). */
interface WebAssemblyHost {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

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
