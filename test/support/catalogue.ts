import type { Locator, Page } from 'playwright-core';

/**
 * Counts what a user does: clicks, and keys. Characters that follow each other are one text, which counts as a key.
 * A browser shows the options of a list outside of the page, so the choice of one counts as a click. The clicks
 * that a browser makes for a key, or for such a choice, have no `detail`.
 */
export const COUNT_INPUTS = `self.inputs = { clicks: 0, keys: 0 };
  let isText = false;
  for (const type of ['click', 'change', 'keydown']) addEventListener(type, (event) => {
    const { isTrusted, detail, target, key } = event;
    if (!isTrusted || (type === 'click' && detail === 0)) return;
    if (type === 'change' && target.tagName !== 'SELECT') return;
    const continuesText = isText;
    isText = key?.length === 1;
    if (!(isText && continuesText)) inputs[key ? 'keys' : 'clicks']++;
  }, true);`;

/** The parts of the page that show the data, and what people do there. */
export function catalogueOf(page: Page) {
  const section = page.locator('#try-it');
  const answer = section.locator('.answer:not([aria-busy])');
  const form = section.locator('form:not([hidden])').first();
  /** The response, once its status contains a text. */
  const responded = async (status: string): Promise<Locator> => {
    await answer.locator('.status').filter({ hasText: status }).waitFor();
    return answer;
  };
  return {
    page,
    section,
    answer,
    status: answer.locator('.status'),
    httpStatus: section.locator('.http-status'),
    problem: answer.locator('.problem'),
    record: answer.locator('.record').first(),
    responded,
    /** Does something that sends a request, and waits for the response. */
    async request(act: () => Promise<unknown>, status: string): Promise<void> {
      await answer.locator('.status').evaluate((one) => Object(one).replaceChildren());
      await act();
      await responded(status);
    },
    /** Opens the request of a hash. */
    open: (target: string) => page.evaluate(`location.hash = ${JSON.stringify(`#/${target}`)}`),
    heading: (name: string) => answer.getByRole('heading', { name, exact: true }),
    tab: (name: string) => answer.getByRole('tab', { name }),
    link: (name: string | RegExp) => section.getByRole('link', { name }),
    button: (name: string | RegExp) => section.getByRole('button', { name }),
    header: (name: string) => answer.getByRole('columnheader', { name, exact: true }),
    facet: (name: string) => section.locator('.facets').getByRole('link', { name }),
    pager: answer.locator('.pager'),
    field: (name: string) => form.getByLabel(name, { exact: true }),
    /** The button that sends the form. */
    submit: form.locator('[type=submit]'),
    more: form.locator('.filters summary'),
    search: form.locator('[type=search]'),
    names: () => answer.locator('tbody th').allInnerTexts(),
    json: answer.locator('pre code').first(),
    /** What `COUNT_INPUTS` has counted since the page was loaded. */
    inputs: () => page.evaluate('inputs'),
    code: () => section.locator('.request code').innerText(),
  };
}

export type Catalogue = ReturnType<typeof catalogueOf>;
