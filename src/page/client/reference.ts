import { findElement } from './dom.ts';

/** Starts the reference: its field shows only the entries that contain a text, and links open what is collapsed. */
export function startReference(reference: HTMLElement): void {
  const input = findElement<HTMLInputElement>(reference, '#reference-filter');
  const sections = [...reference.querySelectorAll('section')];
  input.addEventListener('input', () => {
    const text = input.value.trim().toLowerCase();
    for (const section of sections) section.hidden = !filterEntries(section, text);
  });
  addEventListener('hashchange', openLinked);
  openLinked();
}

/** @returns whether an entry contains the text; true for an empty text */
function filterEntries(section: HTMLElement, text: string): boolean {
  let hasAny = text === '';
  for (const list of section.querySelectorAll('.rows')) {
    let isShown = false;
    for (const entry of list.children) {
      const matches = entry.textContent?.toLowerCase().includes(text) ?? false;
      entry.toggleAttribute('hidden', !matches);
      isShown ||= matches;
    }
    list.closest('details')?.toggleAttribute('open', text !== '' && isShown);
    hasAny ||= isShown;
  }
  return hasAny;
}

function openLinked(): void {
  const linked = document.getElementById(location.hash.slice(1));
  const details = linked?.closest('details');
  if (!linked || !details || details.open) return;
  details.open = true;
  linked.scrollIntoView();
}
