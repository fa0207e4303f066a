import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn'

type EmptyStateProps = {
  icon?: ReactNode
  title: ReactNode
  /** `h1` where this is the whole page. */
  titleAs?: 'p' | 'h1'
  children?: ReactNode
  action?: ReactNode
  className?: string
}

/** The content of an empty list: says which rows belong in it and how to get the first one. */
export function EmptyState({ icon, title, titleAs: Title = 'p', children, action, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center px-6 py-9 text-center', className)}>
      <span className="slip mb-4 text-muted-foreground [&_svg]:size-5">{icon ?? <Inbox aria-hidden />}</span>
      <Title className="font-semibold text-base tracking-tight">{title}</Title>
      {children ? <div className="mt-1 max-w-md text-balance text-muted-foreground">{children}</div> : null}
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  )
}
