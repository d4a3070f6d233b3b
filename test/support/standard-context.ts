import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { transformSync } from 'esbuild';

/** Globals of the Fetch, URL, Encoding and Web Cryptography standards, and none of Node.js. */
const STANDARD = {
  Headers,
  Request,
  Response,
  URL,
  URLSearchParams,
  TextDecoder,
  TextEncoder,
  crypto,
};

/**
 * Runs a bundled module in a context that has only the language and these globals.
 * @param bundle the file of a module that imports nothing
 * @returns what the module exports
 */
export function inStandardContext<Exports>(bundle: string): Exports {
  // Modules need a flag in `vm`; as a script the same code needs none.
  const { code } = transformSync(readFileSync(bundle, 'utf8'), {
    format: 'iife',
    globalName: 'bundle',
  });
  // Cloudflare Workers forbid eval and the compilation of WebAssembly.
  const codeGeneration = { strings: false, wasm: false };
  const context = vm.createContext({ ...STANDARD }, { codeGeneration });
  vm.runInContext(code, context, { filename: bundle });
  return context.bundle;
}
