import { findElement } from './dom.ts';

/** Marks the link of the contents to the section that is being read. */
export function startContents(links: readonly HTMLAnchorElement[]): void {
  const onMove = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      const link = links.find(({ hash }) => hash === `#${target.id}`);
      link?.setAttribute('aria-current', String(isIntersecting));
    }
  };
  // The section that is read crosses this line of the window.
  const observer = new IntersectionObserver(onMove, { rootMargin: '-25% 0px -75%' });
  for (const { hash } of links) observer.observe(findElement(document, hash));
  // The last sections may be too short to reach the line.
  const onScroll = () => {
    if (innerHeight + scrollY < document.documentElement.scrollHeight - 2) return;
    for (const link of links) link.setAttribute('aria-current', String(link === links.at(-1)));
  };
  addEventListener('scroll', onScroll, { passive: true });
}
