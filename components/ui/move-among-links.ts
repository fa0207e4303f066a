import type { KeyboardEvent } from 'react'

type Parts = { field: HTMLElement | null; list: HTMLElement | null }

/** The keys of a search: arrows move between its field and the links below, Enter in the field opens the first. */
export function moveAmongLinks(event: KeyboardEvent, { field, list }: Parts): void {
  const links = [...(list?.querySelectorAll('a') ?? [])]
  const at = links.findIndex((link) => link.contains(document.activeElement))
  if (event.key === 'Enter' && event.target === field) {
    event.preventDefault()
    links[0]?.click()
    return
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const next = at + step
  if (next < 0) field?.focus()
  else links[next]?.focus()
}
