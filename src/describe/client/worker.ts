/** How long a service worker may take to come, in ms. */
const PATIENCE = 8000;

/**
 * Has a service worker answer the requests of this page from now on.
 * @throws Error that says why none does
 */
export async function enlist(script: URL): Promise<void> {
  if (!window.isSecureContext) {
    throw new Error('a browser takes a service worker only over https');
  }
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) {
    throw new Error('this browser takes no service worker, perhaps because the window is private');
  }
  // Registered anew even where one answers already: the browser then looks for a newer one.
  const registered = workers.register(script);
  if (workers.controller) {
    registered.catch(() => {});
    return;
  }
  await registered;
  await controlled(workers);
}

function controlled(workers: ServiceWorkerContainer): Promise<void> {
  return new Promise((done, fail) => {
    const late = () => fail(new Error('its service worker does not start; reload the page'));
    const timer = setTimeout(late, PATIENCE);
    const end = () => {
      clearTimeout(timer);
      done();
    };
    workers.addEventListener('controllerchange', end, { once: true });
    // It may have come between two looks.
    if (workers.controller) end();
  });
}
