import { cn } from './cn'

/** An email address; where it does not fit, it breaks before its host. */
export function EmailAddress({ value, className }: { value: string; className?: string }) {
  const host = Math.max(0, value.lastIndexOf('@'))
  return (
    <span className={cn('wrap-anywhere', className)}>
      {value.slice(0, host)}
      <wbr />
      {value.slice(host)}
    </span>
  )
}
