'use client'

import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { buttonStyles } from '@/components/ui/button-styles'
import { cn } from '@/components/ui/cn'
import { isSearchKey } from '@/components/ui/is-search-key'
import { lazyPart } from '@/components/ui/lazy-part'
import { useLazyDialog } from '@/components/ui/use-lazy-dialog'

/** The index loads before the dialog opens. */
const SEARCH_DIALOG = lazyPart(async () => {
  const dialog = await import('./docs-search-dialog')
  dialog.preloadIndex()
  return dialog
})

/** Opens the search of the docs: by its button, by `/` and by Ctrl-K. */
export function DocsSearch() {
  const { show, preload, open, dialog } = useLazyDialog(SEARCH_DIALOG, ({ DocsSearchDialog }, state) => (
    <DocsSearchDialog {...state} />
  ))
  const [isListening, setListening] = useState(false)
  const shown = useRef(show)
  shown.current = show
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return
      event.preventDefault()
      void shown.current()
    }
    document.addEventListener('keydown', onKeyDown)
    setListening(true)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="/ Control+K"
        data-listening={isListening}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => void show()}
        className={cn(buttonStyles(), 'w-full justify-start text-muted-foreground')}
      >
        <Search aria-hidden />
        Search the docs
        <kbd aria-hidden className="ml-auto rounded border px-1.5 font-mono text-xs leading-5">
          /
        </kbd>
      </button>
      {dialog}
    </>
  )
}
