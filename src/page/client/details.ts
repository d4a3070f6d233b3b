/** Opens the collapsed part that contains the target of the page's address, and all parts for printing. */
export function startDetails(): void {
  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const details = target?.closest('details');
    if (!details || details.open) return;
    details.open = true;
    target?.scrollIntoView({ behavior: 'instant' });
  };
  addEventListener('hashchange', openTarget);
  openTarget();
  addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) {
      details.open = true;
      addEventListener('afterprint', () => details.removeAttribute('open'), { once: true });
    }
  });
}
