/**
 * Makes a part of the page what a newer rendering of it is, and leaves alone what has not changed: focus, selected text, open
 * details and dialogs, and what was typed. Elements with an id are the same as long as they have it.
 */
export function morph(from: Element, to: Element): void {
  // What the script or the user has written here.
  if (from.hasAttribute('data-keep')) return;
  const isOpenable = from instanceof HTMLDetailsElement || from instanceof HTMLDialogElement;
  const names = new Set([...from.attributes, ...to.attributes].map(({ name }) => name));
  for (const name of names) {
    const value = to.getAttribute(name);
    if (isOpenable && name === 'open') continue;
    if (value === null) from.removeAttribute(name);
    else if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  morphChildren(from, to);
  showValue(from);
}

function morphChildren(from: Element, to: Element): void {
  const wanted = new Set([...to.children].map(({ id }) => id));
  for (const child of [...from.children]) if (child.id !== '' && !wanted.has(child.id)) child.remove();
  const byId = new Map([...from.children].map((child) => [child.id, child]));
  let present = from.firstChild;
  for (const next of [...to.childNodes]) {
    const id = idOf(next);
    const same: Node | null = id === '' ? present : (byId.get(id) ?? null);
    if (same === null || same.nodeName !== next.nodeName || idOf(same) !== id) {
      from.insertBefore(next, present);
      if (next instanceof HTMLLIElement) highlight(next);
      continue;
    }
    if (same === present) present = present.nextSibling;
    else from.insertBefore(same, present);
    if (same instanceof Element && next instanceof Element) morph(same, next);
    else if (same.nodeValue !== next.nodeValue) same.nodeValue = next.nodeValue;
  }
  while (present !== null) {
    const next: ChildNode | null = present.nextSibling;
    present.remove();
    present = next;
  }
}

function idOf(node: Node): string {
  return node instanceof Element ? node.id : '';
}

/** The elements whose actions have not ended. */
export const unfinished = new Set<Element>();

/** A control whose value the emulator has shows that one, whatever was chosen, unless somebody is about to change it. */
function showValue(element: Element): void {
  const isShown = element.hasAttribute('data-path') || element.hasAttribute('data-query');
  if (!isShown || element === document.activeElement || unfinished.has(element)) return;
  if (element instanceof HTMLSelectElement)
    for (const option of element.options) option.selected = option.defaultSelected;
  else if (element instanceof HTMLInputElement && element.type === 'checkbox')
    element.checked = element.defaultChecked;
  else if (element instanceof HTMLInputElement) element.value = element.defaultValue;
}

/** Shows for a moment that an item of a list is new. */
function highlight(item: Element): void {
  if (matchMedia('(prefers-reduced-motion: no-preference)').matches)
    item.animate({ background: ['var(--mark)', 'transparent'] }, 1500);
}
