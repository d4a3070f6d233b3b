import { button, element } from './dom.ts';

/** How long a button confirms that the text is copied, in ms. */
const CONFIRMATION_TIME = 2000;

/**
 * A button that copies the text of an element. Without permission to, it selects the text instead.
 * @param name what the text is, for screen readers
 */
export function copyButton(source: Element, name: string): HTMLElement {
  const status = element('span', { role: 'status', class: 'hidden' });
  const show = (label: string, message: string) => {
    copy.textContent = label;
    status.textContent = message;
  };
  const onClick = async () => {
    try {
      await navigator.clipboard.writeText(source.textContent ?? '');
      show('Copied', `${name} is copied.`);
    } catch {
      getSelection()?.selectAllChildren(source);
      show('Press Ctrl+C', `${name} is selected: press Ctrl+C.`);
    }
    setTimeout(show, CONFIRMATION_TIME, 'Copy', '');
  };
  const copy = button('Copy', onClick, { class: 'copy', 'aria-label': `Copy ${name}` });
  return element('span', { class: 'copying' }, copy, status);
}

/** Adds a copy button to a code block. */
export function addCopyButton(block: HTMLElement): void {
  const container = element('div', { class: 'copyable' });
  block.replaceWith(container);
  container.append(block, copyButton(block, block.getAttribute('aria-label') ?? 'the code'));
}
