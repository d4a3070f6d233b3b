import { button, element } from './dom.ts';

/** How long a button confirms that the text is copied, in ms. */
const CONFIRMATION_TIME = 2000;

/** Adds a button that copies a code block. Without permission to, it selects the code instead. */
export function addCopyButton(block: HTMLElement): void {
  const label = block.getAttribute('aria-label');
  const status = element('span', { role: 'status', class: 'hidden' });
  const show = (text: string, message: string) => {
    copy.textContent = text;
    status.textContent = message;
  };
  const onClick = async () => {
    if (await copyText(block.textContent ?? '')) show('Copied', `Copied: ${label}`);
    else {
      getSelection()?.selectAllChildren(block);
      show('Press Ctrl+C', `Selected: ${label}. Press Ctrl+C.`);
    }
    setTimeout(show, CONFIRMATION_TIME, 'Copy', '');
  };
  const copy = button('Copy', onClick, { class: 'copy', 'aria-label': `Copy: ${label}` });
  const container = element('div', { class: 'copyable' });
  block.replaceWith(container);
  container.append(block, element('span', { class: 'copying' }, copy, status));
}

/** @returns false without permission to copy, and on a host without https */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Creates a button that copies the address of the page as it is. */
export function createLinkButton(): HTMLElement {
  const copy = button('Copy link', async () => {
    const isCopied = await copyText(location.href);
    copy.textContent = isCopied ? 'Copied' : 'Copy it from the address bar';
    setTimeout(() => copy.replaceChildren('Copy link'), CONFIRMATION_TIME);
  });
  return copy;
}
