/** For an action whose button disappears: a reader of the screen continues at the part, not at its end. */
export function focusContent(): void {
  document.getElementById('content')?.focus();
}
