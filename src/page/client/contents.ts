import { findElement } from './dom.ts';

/** Marks the link of the contents to the section that is being read. */
export function startContents(links: readonly HTMLAnchorElement[]): void {
  const sections = links.map(({ hash }) => findElement(document, hash));
  const mark = () => {
    // The last sections may be too short to reach this line of the window.
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const line = isAtEnd ? Infinity : innerHeight / 4;
    const current = sections.findLastIndex((one) => one.getBoundingClientRect().top <= line);
    for (const [index, link] of links.entries()) {
      link.setAttribute('aria-current', String(index === current));
    }
  };
  addEventListener('scroll', mark, { passive: true });
}
