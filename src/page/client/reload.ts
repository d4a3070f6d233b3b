/**
 * Reloads the page when the site has changed. A hidden page is not connected: a browser has few
 * connections to a server, and every window of the page would hold one.
 * @param address of a stream of events, each with the version of the site
 */
export function startReload(address: URL): void {
  let source: EventSource | undefined;
  let loaded: string | undefined;
  const connect = () => {
    source?.close();
    if (document.hidden) return;
    source = new EventSource(address);
    source.onmessage = ({ data }) => {
      loaded ??= data;
      if (data !== loaded) location.reload();
    };
  };
  document.addEventListener('visibilitychange', connect);
  connect();
}
