'use client'

import { useTheme } from 'next-themes'
import { Toaster as Sonner } from 'sonner'

/** Mounted once in the root layout. Call `toast` from sonner; never let a toast be the only sign of success. */
export function Toaster() {
  const { theme } = useTheme()
  return (
    <Sonner
      theme={theme === 'dark' || theme === 'light' ? theme : 'system'}
      position="bottom-right"
      toastOptions={{
        classNames: {
          toast: 'rounded-lg! border! border-border! bg-raised! font-sans! text-foreground! shadow-popup!',
          description: 'text-muted-foreground!',
          success: '[&_[data-icon]]:text-success-foreground!',
          error: '[&_[data-icon]]:text-danger-foreground!',
          actionButton: 'bg-primary! text-primary-foreground!',
        },
      }}
    />
  )
}
