import type { Locator, Page } from 'playwright-core';

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
    timing: section.locator('.timing'),
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
    code: () => section.locator('.request code').innerText(),
  };
}

export type Catalogue = ReturnType<typeof catalogueOf>;
