/**
 * By the width of the table, not of the window: a sidebar, a card or a second column takes some of that. The widths are
 * in app/globals.css; `list-sm:hidden` and the like hide the content that a cell shows instead of a hidden column.
 * Written out in full so that the style compiler finds the class names.
 */
export const HIDE_BELOW = {
  sm: 'below-list-sm:hidden',
  md: 'below-list-md:hidden',
  lg: 'below-list-lg:hidden',
  xl: 'below-list-xl:hidden',
  '2xl': 'below-list-2xl:hidden',
} as const

/** The counterpart of HIDE_BELOW for columns next to one that fills the remaining width. */
export const NOWRAP_FROM = {
  sm: 'list-sm:whitespace-nowrap',
  md: 'list-md:whitespace-nowrap',
  lg: 'list-lg:whitespace-nowrap',
  xl: 'list-xl:whitespace-nowrap',
  '2xl': 'list-2xl:whitespace-nowrap',
} as const

/** A smaller width on a phone, so that a column of buttons fits next to two others. */
export const CELL_PADDING = 'px-4 below-list-sm:px-2.5'
