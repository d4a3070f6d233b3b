import { button, element } from './dom.ts';

/** How long a button says that it did its work, in ms. */
const SAID = 2000;

/**
 * A button that copies a text. Without the right to, it selects what is to be copied.
 * @param source the element whose text it is
 * @param what the text's name, for those who don't see it
 */
export function copyButton(source: HTMLElement, what: string): HTMLElement {
  const said = element('span', { role: 'status', class: 'hidden' });
  const copy = async () => {
    const text = source.textContent ?? '';
    const isCopied = await writeText(text);
    if (!isCopied) getSelection()?.selectAllChildren(source);
    made.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
    said.textContent = isCopied ? `${what} is copied.` : `${what} is selected: press Ctrl+C.`;
    setTimeout(() => {
      made.textContent = 'Copy';
      said.textContent = '';
    }, SAID);
  };
  const made = button('Copy', copy, { class: 'copy', 'aria-label': `Copy ${what}` });
  return element('span', { class: 'copying' }, made, said);
}

async function writeText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Gives every block of code that is to be copied its button. */
export function offerCopies(): void {
  for (const block of document.querySelectorAll<HTMLElement>('pre[data-copy]')) {
    const code = block.querySelector('code') ?? block;
    const frame = element('div', { class: 'copyable' });
    block.replaceWith(frame);
    frame.append(block, copyButton(code, block.getAttribute('aria-label') ?? 'the code'));
  }
}
