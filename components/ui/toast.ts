export type ToastTone = 'success' | 'danger' | 'accent'
export type Toast = { id: number; tone: ToastTone; text: string }

/** The maximum. The oldest is removed first. */
const MAX = 3

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function add(tone: ToastTone, text: string | null): void {
  if (text) change([...toasts, { id: ++lastId, tone, text }].slice(-MAX))
}

/** Shows a message in the corner of the page for a few seconds. It must not be the only sign of success. */
export const toast = {
  success: (text: string | null) => add('success', text),
  error: (text: string | null) => add('danger', text),
  info: (text: string | null) => add('accent', text),
}

export function dismissToast(id: number): void {
  change(toasts.filter((one) => one.id !== id))
}

/** Used by the Toaster. */
export function shownToasts(): readonly Toast[] {
  return toasts
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
