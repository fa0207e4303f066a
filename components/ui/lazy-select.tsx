'use client'

import { ChevronsUpDown } from 'lucide-react'
import { cn } from './cn'
import { lazyPart } from './lazy-part'
import { LoadFailure } from './load-failure'
import { SELECT_PLACEHOLDER, type SelectProps, selectTriggerStyles } from './select-props'
import { Spinner } from './spinner'
import { useLazyPart } from './use-lazy-part'

const part = lazyPart(() => import('./select'))

/** A Select outside FormField, such as a filter. Its code is loaded once the pointer or the focus is on it. */
export function LazySelect<V extends string>(props: SelectProps<V>) {
  const { options, value, placeholder = SELECT_PLACEHOLDER, disabled, className } = props
  const { module, phase, load, preload, forget } = useLazyPart(part)
  if (module) return <module.Select {...props} opensAtOnce />
  const chosen = options.find((option) => option.value === value)
  return (
    <>
      <button
        type="button"
        role="combobox"
        id={props.id}
        aria-label={props['aria-label']}
        aria-haspopup="listbox"
        aria-expanded={false}
        disabled={disabled}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => void load()}
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown' || key === 'ArrowUp') void load()
        }}
        className={cn(selectTriggerStyles, className)}
      >
        <span className={cn('truncate', !chosen && 'text-muted-foreground')}>{chosen?.label ?? placeholder}</span>
        {phase === 'slow' ? (
          <Spinner className="text-muted-foreground" />
        ) : (
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        )}
      </button>
      {phase === 'failed' ? <LoadFailure onRetry={() => void load()} onClose={forget} /> : null}
    </>
  )
}
