/** The part of WebAssembly that kernels use. It is not there when Node runs without a compiler (`--jitless`). */
export interface WebAssemblyHost {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}
