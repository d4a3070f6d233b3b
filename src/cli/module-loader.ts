import { realpathSync } from 'node:fs';
import module, { createRequire, type ResolveFnOutput, type ResolveHook } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { compiledFile } from '../util/package.ts';

/**
 * Makes a function that imports a module, and all ES modules that it imports, as the files are now, however often they
 * change.
 * @param onImport called with the path of each imported module outside of packages
 */
export function moduleLoader(onImport: (file: string) => void) {
  const { cache } = createRequire(import.meta.url);
  let version = 0;
  return async (file: string) => {
    if (version === 0) addVersionHook((url) => onImport(fileURLToPath(url)));
    // A CommonJS module has no versions. Those that it requires are loaded only once.
    delete cache[realpathSync(file)];
    return import(`${pathToFileURL(path.resolve(file))}?version=${version++}`);
  };
}

/** Where this program is. */
const OWN = compiledFile(path.sep);

/** Adds a hook that hands the version of a module on to what it imports: Node loads a module once for each URL. */
function addVersionHook(onImport: (url: string) => void) {
  const ownFiles = `${pathToFileURL(OWN)}`;
  const { registerHooks } = module as { readonly registerHooks?: (hooks: object) => void };
  if (registerHooks) return registerHooks({ resolve: versionHook(ownFiles, onImport) });
  const { port1, port2 } = new MessageChannel();
  port1.on('message', onImport).unref();
  const source = `let port; export const initialize = (data) => { port = data; };
    export const resolve = (${versionHook})('${ownFiles}', (url) => port.postMessage(url));`;
  const url = `data:text/javascript,${encodeURIComponent(source)}`;
  module.register(url, { data: port2, transferList: [port2] });
}

/**
 * Makes the hook. Node 20 runs the source of this function in a thread of its own, so it uses nothing outside of it.
 * https://nodejs.org/api/module.html#resolvespecifier-context-nextresolve
 * @param ownFiles the beginning of the URLs of this program, which has no versions
 */
function versionHook(ownFiles: string, onImport: (url: string) => void): ResolveHook {
  return (specifier, context, next) => {
    const withVersion = (resolved: ResolveFnOutput): ResolveFnOutput => {
      const { url } = resolved;
      if (!/^file:(?!.*\/node_modules\/)/.test(url) || url.startsWith(ownFiles)) return resolved;
      onImport(url);
      return { ...resolved, url: url + (/\?version=\d+$/.exec(context.parentURL ?? '') ?? '') };
    };
    const resolved = next(specifier, context);
    return 'then' in resolved ? resolved.then(withVersion) : withVersion(resolved);
  };
}
