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
}
