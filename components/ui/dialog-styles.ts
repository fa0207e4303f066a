/** Shared by Dialog and ConfirmDialog, which rest on different Base UI parts. */
export const dialogStyles = {
  backdrop:
    'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0',
  viewport: 'fixed inset-0 z-50 flex items-end justify-center overflow-hidden p-3 sm:items-center sm:p-6',
  popup:
    'flex max-h-full w-full flex-col rounded-xl border bg-raised text-foreground shadow-popup outline-none transition-[opacity,translate,scale] duration-150 data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0',
  footer: 'flex flex-wrap items-center justify-end gap-2 rounded-b-xl border-t bg-sunken px-5 py-3.5',
  sm: 'max-w-md',
  md: 'max-w-lg',
  lg: 'max-w-2xl',
} as const
