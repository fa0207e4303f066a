'use client'

import { Check, Copy, X } from 'lucide-react'
import { buttonStyles } from './button-styles'
import { cn } from './cn'
import { Tooltip } from './tooltip'
import { useCopy } from './use-copy'

type CopyButtonProps = {
  value: string
  /** What is copied: "Copy address". */
  label?: string
  /** Shows the label as text beside the icon. */
  withText?: boolean
  className?: string
}

const STATUS = { idle: '', copied: 'Copied', failed: 'Could not copy; select the text instead' } as const

export function CopyButton({ value, label = 'Copy', withText, className }: CopyButtonProps) {
  const { state, copy } = useCopy()
  const icon =
    state === 'copied' ? <Check aria-hidden /> : state === 'failed' ? <X aria-hidden /> : <Copy aria-hidden />
  const styles = withText
    ? buttonStyles({ variant: 'secondary', size: 'sm' })
    : cn(buttonStyles({ variant: 'ghost', size: 'icon-sm' }), 'text-muted-foreground [&_svg]:size-3.5!')
  const button = (
    <button
      type="button"
      aria-label={withText ? undefined : label}
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
