import { cva, type VariantProps } from 'class-variance-authority'

/** Styles shared by buttons and by links that look like buttons. */
export const buttonStyles = cva(
  [
    'relative inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium',
    'transition-[background-color,border-color,color,box-shadow] duration-150',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55 disabled:cursor-not-allowed disabled:opacity-55',
    "[&_svg:not([class*='size-'])]:size-4 [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        primary: 'bg-primary text-primary-foreground shadow-card hover:not-aria-disabled:bg-primary-hover',
        secondary:
          'border border-border-strong bg-surface text-foreground shadow-card hover:not-aria-disabled:bg-muted dark:bg-raised',
        ghost: 'text-foreground hover:not-aria-disabled:bg-muted data-popup-open:bg-muted',
        danger: 'bg-danger-solid text-danger-on-solid shadow-card hover:not-aria-disabled:bg-danger-hover',
        'danger-ghost': 'text-danger-foreground hover:not-aria-disabled:bg-danger',
        link: 'h-auto! rounded-sm p-0! text-accent-foreground underline-offset-4 hover:underline',
      },
      size: {
        sm: 'h-8 px-3 text-[0.8125rem]',
        md: 'h-9 px-3.5 text-sm',
        lg: 'h-10 px-4 text-sm',
        icon: 'size-9',
        'icon-sm': 'size-7 rounded',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

export type ButtonDisplay = VariantProps<typeof buttonStyles>
