import type { ReactNode } from 'react'
import { cn } from './cn'

type CardProps = {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  /** Lets tables and lists reach the card's edge. */
  flush?: boolean
  className?: string
  children?: ReactNode
}

/** A titled surface: heading row, body, optional footer. */
export function Card({ title, description, actions, footer, flush, className, children }: CardProps) {
  const hasHead = Boolean(title || actions)
  return (
    <section className={cn('plate min-w-0', className)}>
      {hasHead ? (
        <header
          className={cn(
            'flex flex-wrap justify-between gap-3 px-5 pt-4',
            description ? 'items-start' : 'items-center',
            flush || children === undefined ? 'pb-4' : 'pb-3',
          )}
        >
          <div className="min-w-0 flex-1 basis-48">
            <h2 className="font-semibold text-[0.9375rem] leading-6 tracking-tight">{title}</h2>
            {description ? <p className="text-muted-foreground">{description}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
        </header>
      ) : null}
      {children === undefined ? null : (
        <div className={cn(flush ? hasHead && 'border-t' : hasHead ? 'px-5 pb-5' : 'p-5')}>{children}</div>
      )}
      {footer ? (
        <footer className="flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-t bg-sunken px-5 py-3">
          {footer}
        </footer>
      ) : null}
    </section>
  )
}
