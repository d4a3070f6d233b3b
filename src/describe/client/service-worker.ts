/** How long to wait for a new service worker, in ms. */
const TIMEOUT = 8000;

/**
 * Registers a service worker, and waits until it controls this page.
 * @throws Error with the reason why none does
 */
export async function startServiceWorker(script: URL): Promise<void> {
  // Undefined without https and in some private windows, contrary to its type.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) throw new Error('service workers need https and a window that is not private');
  const controlled = new Promise((resolve) => {
    workers.addEventListener('controllerchange', resolve, { once: true });
  });
  // Also where a worker controls the page already: the browser then looks for a newer one.
  const registered = workers.register(script);
  if (workers.controller) {
    registered.catch(() => {});
    return;
  }
  await registered;
  if (workers.controller) return;
  const expired = new Promise((_, reject) => {
    setTimeout(reject, TIMEOUT, new Error('its service worker does not start; reload the page'));
  });
  await Promise.race([controlled, expired]);
}
