'use client'

import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { buttonStyles } from '@/components/ui/button-styles'
import { cn } from '@/components/ui/cn'
import { isSearchKey } from '@/components/ui/is-search-key'
import { lazyPart } from '@/components/ui/lazy-part'
import { useLazyDialog } from '@/components/ui/use-lazy-dialog'
import type { PaletteScope } from './palette-scope'

const DIALOG = lazyPart(() => import('./palette-dialog'))

/** Opens the way to every page and record: by its button, by `/` and by Ctrl-K. `isIcon`: for the bar of phones. */
export function Palette({ scope, isIcon }: { scope: PaletteScope; isIcon?: boolean }) {
  const { show, preload, open, dialog } = useLazyDialog(DIALOG, ({ PaletteDialog }, state) => (
    <PaletteDialog {...scope} {...state} />
  ))
  const button = useRef<HTMLButtonElement>(null)
  const shown = useRef(show)
  shown.current = show
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A page has two, for wide screens and for phones. The hidden one leaves the key to the other.
      if (!isSearchKey(event) || button.current?.offsetParent === null) return
      event.preventDefault()
      void shown.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="/ Control+K"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => void show()}
        className={
          isIcon
            ? buttonStyles({ variant: 'ghost', size: 'icon' })
            : cn(buttonStyles(), 'mt-2 w-full justify-start px-2.5 text-muted-foreground')
        }
      >
        <Search aria-hidden />
        {isIcon ? null : (
          <>
            Search
            <kbd aria-hidden className="ml-auto rounded border px-1.5 font-mono text-xs leading-5">
              Ctrl K
            </kbd>
          </>
        )}
      </button>
      {dialog}
    </>
  )
}
