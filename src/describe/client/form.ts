import { element } from './dom.ts';
import { partsOf, type Target, targetOf } from './target.ts';

/** The option of a drop-down that opens a field for any other value. */
const OTHER = '\u{2026}';

/** One form of the page: what it asks for, both ways. */
export class RequestForm {
  readonly #controls: readonly Control[];

  constructor(readonly element: HTMLFormElement) {
    const named = element.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]');
    this.#controls = [...named].map(controlOf);
  }

  /** Is it the one to begin with? */
  get isFirst(): boolean {
    return this.element.dataset.first !== undefined;
  }

  /** The path of the listing that its records are in; for the index its own. */
  get list(): string {
    return this.element.dataset.list ?? this.element.getAttribute('action') ?? '';
  }

  /** The field of a record that holds its key; absent where not every record shows it. */
  get keyField(): string | undefined {
    return this.element.dataset.key;
  }

  get kind(): string {
    return this.element.dataset.kind ?? '';
  }

  /** What it asks for as it is filled in. */
  get target(): Target {
    const values = Object.fromEntries(this.#controls.map((one) => [one.name, one.value]));
    const { key = '', ...query } = values;
    return targetOf(this.#path(key), query);
  }

  #path(key: string): string {
    if (this.kind === 'item') return `${this.list}${encodeURIComponent(key.trim())}/`;
    return this.element.getAttribute('action') ?? '';
  }

  /** Does a target ask for what this form does? */
  matches(target: Target): boolean {
    const { path } = partsOf(target);
    if (this.kind !== 'item') return path === this.#path('');
    return path.startsWith(this.list) && /^[^/]+\/?$/.test(path.slice(this.list.length));
  }

  /** Fills it in with what a target asks for. */
  show(target: Target): void {
    const { path, values } = partsOf(target);
    for (const control of this.#controls) {
      control.value =
        control.name === 'key'
          ? decoded(path.slice(this.list.length).replace(/\/$/, ''))
          : (values.get(control.name) ?? '');
    }
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Control {
  readonly name: string;
  value: string;
}

function controlOf(field: HTMLInputElement | HTMLSelectElement): Control {
  if (field instanceof HTMLInputElement) return field;
  return field.dataset.other === undefined ? openChoice(field) : choiceOrText(field);
}

/** A drop-down that also shows a value which is none of its options: a link may have brought it. */
function openChoice(select: HTMLSelectElement): Control {
  return {
    name: select.name,
    get value() {
      return select.value;
    },
    set value(value) {
      const isListed = [...select.options].some((one) => one.value === value);
      if (!isListed) select.append(element('option', {}, value));
      select.value = value;
    },
  };
}

/** A drop-down with a field for any value that it does not list. */
function choiceOrText(select: HTMLSelectElement): Control {
  const { name } = select;
  const listed = [...select.options].map((one) => one.value);
  const text = element('input', {
    'aria-label': `Another ${name}: ${select.dataset.other}`,
    placeholder: select.dataset.other ?? '',
    inputmode: 'numeric',
    autocomplete: 'off',
    hidden: true,
  });
  const other = element('option', { value: OTHER }, 'other…');
  select.append(element('optgroup', { label: 'Where code runs' }, other));
  select.after(text);
  const show = () => {
    text.hidden = select.value !== OTHER;
  };
  select.addEventListener('change', () => {
    show();
    if (!text.hidden) text.focus();
  });
  return {
    name,
    get value() {
      return select.value === OTHER ? text.value.trim() : select.value;
    },
    set value(value) {
      const isListed = listed.includes(value);
      select.value = isListed ? value : OTHER;
      text.value = isListed ? '' : value;
      show();
    },
  };
}
