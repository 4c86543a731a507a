import { fieldsOf, jsonOf, listOf } from '../../../ground/json';
import { own, setOwn } from '../../../ground/record';
import { messageOf } from '../../../ground/words';
import { morph, unfinished } from './morph';

// The dashboard's script. The emulator renders pages, whose elements say in data attributes what they do (see ../forms.tsx); this
// sends their calls, and shows the page again when something has changed.

const token = document.querySelector<HTMLMetaElement>('meta[name=control-token]')?.content ?? '';
const main = document.querySelector('main') ?? document.body;

let reading: Promise<void> | undefined;
let isStale = false;
/** Nothing moves between the press of a button and its release. */
let isPressed = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows what the emulator renders now. Changes during a reading lead to one more. */
function refresh(): Promise<void> {
  isStale = true;
  if (isPressed) return Promise.resolve();
  return (reading ??= readAgain().finally(() => (reading = undefined)));
}

async function readAgain(): Promise<void> {
  while (isStale) {
    isStale = false;
    const before = ended;
    const address = location.pathname + location.search;
    const reply = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => undefined);
    const text = await reply?.text().catch(() => undefined);
    // The state in the bar says that the emulator does not answer.
    if (text === undefined) return;
    // What was read before an action ended may be of before it.
    if (ended === before && address === location.pathname + location.search) show(text);
    else isStale = true;
  }
}

function show(page: string): void {
  const next = new DOMParser().parseFromString(page, 'text/html').querySelector('main');
  if (next !== null) morph(main, next);
  refreshLater();
}

/** Some pages change without an event. */
function refreshLater(): void {
  clearTimeout(timer);
  const ms = main.querySelector<HTMLElement>('[data-refresh-ms]')?.dataset.refreshMs;
  if (ms !== undefined) timer = setTimeout(() => void refresh(), Number(ms));
}

/** Goes to another address of the same page, with what is searched by now, and to the element that it names. */
async function visit(address: string): Promise<void> {
  const url = new URL(address, location.href);
  const search = main.querySelector<HTMLInputElement>('input[type=search]')?.value ?? '';
  url.searchParams.delete('search');
  if (search !== '') url.searchParams.set('search', search);
  history.pushState(null, '', url);
  await refresh();
  document.getElementById(location.hash.slice(1))?.focus();
}

/** Changes one parameter of the address. Another search begins with its first page. */
function query(name: string, value: string): void {
  const parameters = new URLSearchParams(location.search);
  parameters.delete('page');
  if (value === '') parameters.delete(name);
  else parameters.set(name, value);
  history.replaceState(null, '', `?${parameters}`);
  void refresh();
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isControl(element: unknown): element is Control {
  return element instanceof Element && element.matches('input, select, textarea');
}

function isCheckbox(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox';
}

let acting = Promise.resolve();
/** The number of actions that have ended. */
let ended = 0;

/** One after another: each has what the one before it has changed, and what was chosen when it was asked for. */
function act(element: HTMLElement): void {
  const form = element instanceof HTMLFormElement ? element : undefined;
  const given = [...(form?.elements ?? [element])]
    .filter(isControl)
    .filter(({ name }) => name !== '')
    .map((control): Given => [control, isCheckbox(control) ? control.checked : control.value]);
  // A switch stays where it was set until the emulator has answered.
  unfinished.add(element);
  acting = acting.then(() => run(element, form, given));
}

type Given = readonly [control: Control, value: string | boolean];

async function run(
  element: HTMLElement,
  form: HTMLFormElement | undefined,
  given: readonly Given[],
): Promise<void> {
  const { method = '', path = '', done = '', after, resets } = element.dataset;
  let failure: string | undefined;
  try {
    const reply = await send(method, path, bodyOf(element.dataset.body, given));
    if (after !== undefined) await send('DELETE', after);
    if (resets !== undefined) form?.reset();
    if (done !== '') announce(complete(done, reply));
  } catch (error) {
    failure = messageOf(error);
  }
  if (form !== undefined) showProblem(form, failure);
  if (failure !== undefined && form?.querySelector('[role=alert]') == null) announce(failure, 'failed');
  ended += 1;
  unfinished.delete(element);
  // It shows what the emulator has.
  if (failure !== undefined && form === undefined) element.blur();
  await refresh();
  // The element may be gone: a reader of the screen continues at the page, not at its end.
  if (document.activeElement === document.body) main.focus();
}

/** Says at the form what is wrong with it, and where. */
function showProblem(form: HTMLFormElement, failure = ''): void {
  const problem = form.querySelector<HTMLElement>('[role=alert]');
  if (problem === null) return;
  problem.hidden = failure === '';
  problem.textContent = failure;
  const area = form.querySelector('textarea');
  area?.setAttribute('aria-invalid', String(failure !== ''));
  const line = Number(/^line (\d+):/.exec(failure)?.[1]);
  if (area === null || Number.isNaN(line)) return;
  const lines = area.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.focus();
  area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
}

/** Replaces `{name}` by a number of a reply, or by the length of a list. */
function complete(text: string, reply: unknown): string {
  return text.replace(/\{([\w.]+)\}/g, (_, path: string) => {
    const value = path.split('.').reduce((at: unknown, name) => own(fieldsOf(at), name), reply);
    return String(Array.isArray(value) ? value.length : Number(value ?? 0));
  });
}

/** The values of controls in the object that an element has, or the whole text of one. */
function bodyOf(body: string | undefined, given: readonly Given[]): string | undefined {
  const whole = given.find(([{ dataset }]) => dataset.whole !== undefined);
  if (whole !== undefined) return String(whole[1]);
  if (body === undefined && given.length === 0) return undefined;
  const value: Record<string, unknown> = { ...fieldsOf(jsonOf(body ?? '')) };
  for (const [control, chosen] of given) {
    const meant = valueOf(control, chosen);
    const [outer = '', inner] = control.name.split('.');
    if (meant !== undefined)
      setOwn(value, outer, inner === undefined ? meant : { ...fieldsOf(own(value, outer)), [inner]: meant });
  }
  return JSON.stringify(value);
}

/** Undefined for an empty one. A number that is none is sent as it is: the emulator says what is wrong with it. */
function valueOf({ dataset: { json, times }, name, type }: Control, chosen: string | boolean): unknown {
  if (typeof chosen === 'boolean') return chosen;
  const text = chosen.trim();
  if (text === '') return undefined;
  const value = json === undefined ? text : jsonOf(text);
  if (value === undefined && type === 'textarea') throw new Error(`${name}: is not JSON`);
  if (typeof value !== 'number' || times === undefined) return value ?? text;
  const unit = document.getElementById(times);
  return Math.round(value * Number(isControl(unit) ? unit.value : times));
}

async function send(method: string, path: string, body?: string): Promise<unknown> {
  const response = await fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  }).catch(() => {
    throw new Error('The call failed without a reply: a fault, or the emulator has stopped.');
  });
  const text = await response.text().catch(() => {
    throw new Error('The reply ended before it was complete.');
  });
  const value = jsonOf(text);
  const errors = listOf(fieldsOf(value).errors).map(messageOf).join(' ');
  if (!response.ok) throw new Error(errors || `The reply has status ${response.status}.`);
  if (value === undefined && text !== '') throw new Error('The reply is not JSON.');
  return value;
}

/** Says the outcome of an action: on the screen, and to readers of the screen. A failure stays. */
function announce(text: string, kind: 'done' | 'failed' = 'done'): void {
  const message = document.createElement('p');
  message.className = kind === 'done' ? 'done good' : 'failed bad';
  const dismiss = Object.assign(document.createElement('button'), { className: 'plain', textContent: '×' });
  dismiss.ariaLabel = 'Dismiss';
  dismiss.onclick = () => message.remove();
  message.append(text, dismiss);
  document.querySelector('.announcer')?.replaceChildren(message);
  if (kind === 'done') setTimeout(() => message.remove(), 6000);
}

function press(button: HTMLButtonElement): void {
  const { opens, closes, copies, done = '', path } = button.dataset;
  if (opens !== undefined && button.form?.reportValidity() !== false) {
    const dialog = document.getElementById(opens);
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
  }
  if (closes !== undefined) button.closest('dialog')?.close();
  if (copies !== undefined)
    navigator.clipboard.writeText(copies).then(
      () => announce(done),
      () => announce('The browser did not allow copying. Select the text and copy it.', 'failed'),
    );
  if (path !== undefined) act(button);
}

addEventListener('click', (event) => {
  const element = event.target instanceof Element ? event.target.closest('a, button') : null;
  if (element instanceof HTMLButtonElement) press(element);
  const href = element instanceof HTMLAnchorElement ? (element.getAttribute('href') ?? '') : '';
  if (!href.startsWith('?') || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void visit(href);
});
addEventListener('submit', ({ target, submitter }) => {
  submitter?.closest('dialog')?.close();
  if (target instanceof HTMLFormElement) act(target);
});
addEventListener('submit', (event) => event.preventDefault());
addEventListener('change', ({ target }) => {
  if (!isControl(target)) return;
  if (target.dataset.path !== undefined) act(target);
  if (target.dataset.query !== undefined && target.type !== 'search')
    query(target.name, isCheckbox(target) && !target.checked ? '' : target.value);
  const area = document.getElementById(target.dataset.into ?? '');
  const [file] = 'files' in target ? (target.files ?? []) : [];
  if (area instanceof HTMLTextAreaElement && file !== undefined)
    void file.text().then((text) => {
      area.value = text;
      // So that the same file, edited, can be chosen again.
      target.value = '';
    });
});
let typing: ReturnType<typeof setTimeout> | undefined;
addEventListener('input', ({ target }) => {
  if (!isControl(target) || target.type !== 'search') return;
  const { name, value } = target;
  clearTimeout(typing);
  typing = setTimeout(() => query(name, value), 150);
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && document.querySelector('dialog[open]') === null)
    document.querySelector<HTMLElement>('[data-escape]')?.click();
});
const release = () => {
  isPressed = false;
  // After the click.
  if (isStale) setTimeout(() => void refresh());
};
addEventListener('pointerdown', () => (isPressed = true));
addEventListener('pointerup', release);
addEventListener('pointercancel', release);
addEventListener('popstate', () => void refresh());

const source = new EventSource(`/__emulator/page/events?token=${token}`);
const state = document.querySelector('.live');
source.onopen = () => {
  state?.replaceChildren('Live');
  state?.classList.remove('off');
  // What has changed since the page was rendered is unknown.
  void refresh();
};
source.onmessage = () => void refresh();
source.onerror = () => {
  state?.replaceChildren('Disconnected');
  state?.classList.add('off');
  // A new run of the emulator refuses the token of this page.
  if (source.readyState === EventSource.CLOSED) location.reload();
};
refreshLater();
