/** Marks the link of the contents to the section that is being read. */
export function startContents(links: Iterable<HTMLAnchorElement>): void {
  const linkOf = new Map<Element, HTMLAnchorElement>();
  for (const link of links) {
    const section = document.getElementById(link.hash.slice(1));
    if (section) linkOf.set(section, link);
  }
  const visible = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
      }
      const current = [...linkOf.keys()].find((section) => visible.has(section));
      for (const [section, link] of linkOf) {
        if (section === current) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
    // A section is read while it is at this height of the window.
    { rootMargin: '-25% 0px -75%' },
  );
  for (const section of linkOf.keys()) observer.observe(section);
}
