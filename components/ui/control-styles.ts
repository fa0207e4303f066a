/** The box of every text-like control. 16px on touch screens keeps iOS from zooming in. */
export const controlStyles =
  'w-full min-w-0 rounded-md border border-input bg-surface px-3 text-foreground text-sm shadow-card transition-colors placeholder:text-muted-foreground hover:border-muted-foreground focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-ring disabled:cursor-not-allowed disabled:bg-muted disabled:opacity-70 data-invalid:border-danger-solid aria-invalid:border-danger-solid pointer-coarse:text-base'
