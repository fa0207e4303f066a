import { cn } from '@/components/ui/cn'

const DISPLAYS: Record<string, string> = {
  GET: 'bg-accent text-accent-foreground',
  POST: 'bg-success text-success-foreground',
  DELETE: 'bg-danger text-danger-foreground',
}

/** The HTTP method. Its colour carries no additional meaning. */
export function MethodBadge({ method, className }: { method: string; className?: string }) {
  return (
    <span
      className={cn(
        'inline-flex h-5 w-13 shrink-0 items-center justify-center rounded font-mono font-semibold text-[0.6875rem]',
        DISPLAYS[method] ?? 'bg-warning text-warning-foreground',
        className,
      )}
    >
      {method}
    </span>
  )
}
