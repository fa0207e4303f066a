/** The surface of everything that opens next to its trigger: menus, selects, popovers. */
export const popupStyles =
  'origin-(--transform-origin) rounded-lg border bg-raised p-1 text-foreground shadow-popup outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:opacity-0'

/** A row of a list to choose from. */
export const optionStyles =
  'flex min-h-8 items-center gap-2 rounded px-2 py-1.5 text-sm outline-none data-highlighted:bg-muted'
