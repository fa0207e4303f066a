'use client'

import { CSPProvider } from '@base-ui/react/csp-provider'
import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { useHeldEnterGuard } from '@/components/ui/use-held-enter-guard'

type ProvidersProps = { nonce?: string; children: ReactNode }

/**
 * The providers of every page: theme, nonce, and a guard against a held Enter key. Data, toasts and filters in the URL
 * belong to the layouts that use them; the docs use none of these.
 */
export function Providers({ nonce, children }: ProvidersProps) {
  useHeldEnterGuard()
  return (
    <CSPProvider nonce={nonce}>
      <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange nonce={nonce}>
        <div className="app-root">{children}</div>
      </ThemeProvider>
    </CSPProvider>
  )
}
