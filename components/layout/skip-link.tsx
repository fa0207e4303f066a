/** Keyboard users jump over the navigation with it. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed! focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:bg-primary focus:px-4! focus:py-2! focus:font-medium focus:text-primary-foreground"
    >
      Skip to content
    </a>
  )
}
