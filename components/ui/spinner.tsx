import { LoaderCircle } from 'lucide-react'
import { cn } from './cn'

type SpinnerProps = { className?: string; label?: string }

/** Without a label it is decoration and hidden from screen readers. */
export function Spinner({ className, label }: SpinnerProps) {
  const icon = <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />
  if (!label) return icon
  return (
    <span role="status" className="inline-flex items-center gap-2 text-muted-foreground">
      {icon}
      {label}
    </span>
  )
}
