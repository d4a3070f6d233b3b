import module, { createRequire, type ResolveFnOutput, type ResolveHook } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { types } from 'node:util';
import { MessageChannel } from 'node:worker_threads';
import { compiledFile } from '../util/package.ts';
import { UsageError } from '../util/problem.ts';

/**
 * Makes a function that imports a module, and all that it imports, as the files are now, however often they change.
 * @param onImport called with the path of each module outside of packages
 */
export function moduleLoader(onImport: (file: string) => void) {
  const ownRequire = createRequire(import.meta.url);
  let version = 0;
  return async (file: string) => {
    if (version === 0) addVersionHook((url) => onImport(fileURLToPath(url)));
    await requireAgain(ownRequire);
    const url = `${pathToFileURL(path.resolve(file))}?version=${version++}`;
    return import(url).finally(() => requiredFiles(ownRequire).forEach(onImport));
  };
}

const requiredFiles = ({ cache }: NodeJS.Require): string[] =>
  Object.keys(cache).filter(
    (name) => !/[\\/]node_modules[\\/]/.test(name) && !name.startsWith(OWN),
  );

/** Where this program is. */
const OWN = compiledFile(path.sep);

/**
 * Loads all CommonJS modules again, which have no versions.
 * @throws UsageError if `require` has loaded an ES module, which is possible only once
 */
async function requireAgain(ownRequire: NodeJS.Require): Promise<void> {
  const { cache } = ownRequire;
  const files = requiredFiles(ownRequire);
  const esModule = files.find((name) => types.isModuleNamespaceObject(cache[name]?.exports));
  if (esModule)
    throw new UsageError(`Start dev again: \`require\` has loaded the ES module ${esModule}.`);
  for (const name of files) delete cache[name];
  // `import` alone sees no exports of a module that another one exports as its own. It throws the same errors.
  await Promise.allSettled(files.map(async (name) => ownRequire(name)));
}

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
