/** Between two ways to do the same. */
export function OrDivider() {
  return (
    <p className="flex items-center gap-3 text-[0.8125rem] text-muted-foreground">
      <span aria-hidden className="h-px flex-1 bg-border" />
      or
      <span aria-hidden className="h-px flex-1 bg-border" />
    </p>
  )
}
