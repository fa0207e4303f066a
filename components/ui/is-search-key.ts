/** Whether a key opens a search: Ctrl-K everywhere, `/` outside of fields. */
export function isSearchKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k') return ctrlKey || metaKey
  const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  return key === '/' && !isTyping && !ctrlKey && !metaKey && !altKey
}
