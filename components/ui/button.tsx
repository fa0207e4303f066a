'use client'

import { type ComponentProps, type ReactNode, type SyntheticEvent, useId } from 'react'
import { type ButtonDisplay, buttonStyles } from './button-styles'
import { cn } from './cn'
import { Spinner } from './spinner'
import { Tooltip } from './tooltip'
import { useFocusHandover } from './use-focus-handover'

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonDisplay & {
    className?: string
    icon?: ReactNode
    /** Shows a spinner and swallows clicks; the button keeps its width and its focus. */
    pending?: boolean
    /** Disables the button and says why, on hover, on focus and to screen readers. */
    disabledReason?: string | null | false
    /** Buttons that replace each other share a name. When a focused one is removed, its replacement gets the focus. */
    takesOver?: string
  }

const prevent = (event: SyntheticEvent) => event.preventDefault()

/** A disabled button can have the focus, for its reason to be read; what would press it does nothing. */
const UNPRESSABLE = {
  'aria-disabled': true,
  onClick: prevent,
  onPointerDown: prevent,
  onMouseDown: undefined,
  onKeyDown: undefined,
  onKeyUp: undefined,
} satisfies ComponentProps<'button'>

/** The one button. Icon-only buttons must carry `aria-label`. */
export function Button(props: ButtonProps) {
  const { variant, size, className, icon, pending, disabledReason, disabled, takesOver, children, ...rest } = props
  const reasonId = useId()
  const handover = useFocusHandover(takesOver)
  const isDisabled = disabled || pending || Boolean(disabledReason)
  return (
    <>
      {/* Present without a reason too: a button that were wrapped only then would be mounted again and lose its
          focus. */}
      <Tooltip content={disabledReason}>
        <button
          type="button"
          {...rest}
          {...handover}
          {...(isDisabled ? UNPRESSABLE : {})}
          aria-busy={pending || undefined}
          aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
          className={cn(buttonStyles({ variant, size }), className)}
        >
          <span className={cn('inline-flex items-center gap-2', pending && 'opacity-0')}>
            {icon}
            {children}
          </span>
          {pending ? <Spinner className="absolute" /> : null}
        </button>
      </Tooltip>
      {disabledReason ? (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      ) : null}
    </>
  )
}
