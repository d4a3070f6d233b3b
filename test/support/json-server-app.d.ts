/** json-server has no types: only what the tests use. */
declare module 'json-server/lib/app.js' {
  import type { RequestListener } from 'node:http';

  type Data = Record<string, unknown>;
  export function createApp(db: { readonly data: Data; write(): Promise<void> }): {
    readonly handler: RequestListener;
  };
}

declare module 'json-server/lib/adapters/normalized-adapter.js' {
  type Data = Record<string, unknown>;
  export class NormalizedAdapter {
    constructor(adapter: { read(): Promise<Data> });
    read(): Promise<Data>;
  }
}
