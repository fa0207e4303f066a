import type { KeyboardEvent, ReactNode, RefObject } from 'react'

type Parts = { field: RefObject<HTMLElement | null>; list: RefObject<HTMLElement | null> }

/**
 * The parts of a search with its keys: arrows move between its field and the links and buttons of its list, Enter in
 * the field opens the first.
 */
export function SearchKeys({ field, list, children }: Parts & { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of the field and the links in it.
    <div onKeyDown={(event) => moveAmongLinks(event, { field, list })} className="space-y-3">
      {children}
    </div>
  )
}

function moveAmongLinks(event: KeyboardEvent, { field, list }: Parts): void {
  const links = [...(list.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
  const at = links.findIndex((link) => link.contains(document.activeElement))
  if (event.key === 'Enter' && event.target === field.current) {
    event.preventDefault()
    links[0]?.click()
    return
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const next = at + step
  if (next < 0) field.current?.focus()
  else links[next]?.focus()
}
