'use client'

import { Check, Copy, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonStyles } from './button-styles'
import { cn } from './cn'
import type { LazyPart } from './lazy-part'
import { Tooltip } from './tooltip'

const SHOWN_MS = 2_000

type CopyState = 'idle' | 'copied' | 'failed'

type CopyButtonProps = {
  /** The text, or the part that loads it when the button is hovered or focused. */
  value: string | LazyPart<string>
  /** The name of the button: "Copy address". */
  label?: string
  /** Shows the label as text next to the icon. */
  withText?: boolean
  className?: string
}

const STATUS = { idle: '', copied: 'Copied', failed: 'Could not copy; select the text instead' } as const

export function CopyButton({ value, label = 'Copy', withText, className }: CopyButtonProps) {
  const { state, copy } = useCopy()
  const preload = typeof value === 'string' ? undefined : () => void value.load().catch(() => null)
  const icon =
    state === 'copied' ? <Check aria-hidden /> : state === 'failed' ? <X aria-hidden /> : <Copy aria-hidden />
  const styles = withText
    ? buttonStyles({ variant: 'secondary', size: 'sm' })
    : cn(buttonStyles({ variant: 'ghost', size: 'icon-sm' }), 'text-muted-foreground [&_svg]:size-3.5!')
  const button = (
    <button
      type="button"
      aria-label={withText ? undefined : label}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => copy(value)}
      className={cn(styles, 'z-10', state === 'copied' && 'text-success-foreground', className)}
    >
      {icon}
      {withText ? (state === 'copied' ? 'Copied' : label) : null}
    </button>
  )
  return (
    <>
      {withText ? button : <Tooltip content={STATUS[state] || label}>{button}</Tooltip>}
      <span aria-live="polite" className="sr-only">
        {STATUS[state]}
      </span>
    </>
  )
}

/** Copies to the clipboard and holds the outcome for two seconds. */
function useCopy(): { state: CopyState; copy: (value: string | LazyPart<string>) => Promise<void> } {
  const [state, setState] = useState<CopyState>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])

  async function copy(value: string | LazyPart<string>) {
    const ready = typeof value === 'string' ? value : value.read()
    try {
      if (ready !== null) await navigator.clipboard.writeText(ready)
      else if (typeof value !== 'string') await copyLater(value.load())
      setState('copied')
    } catch {
      // Browsers refuse without a secure page or permission; the text is still there to select.
      setState('failed')
    }
  }
  return { state, copy }
}

/** Safari accepts a text that is available after the click only as a promise. */
function copyLater(text: Promise<string>): Promise<void> {
  const blob = text.then((loaded) => new Blob([loaded], { type: 'text/plain' }))
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
